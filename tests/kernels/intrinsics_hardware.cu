// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer, SIMD and DPX intrinsics and conversions over edge values, as an H200 answers: each row is
// an expression of A, B and C, and the FNV-1a hash of its values over all operands, which the hardware
// computed from this same table.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

typedef unsigned long long u64;
typedef long long i64;

#define ROWS(ROW) \
	ROW(__vabs2(a), 0x163a75de45005135ull) \
	ROW(__vabs4(a), 0x1de0ae9b13227ca5ull) \
	ROW(__vabsss2(a), 0x4a374f19a56be5b9ull) \
	ROW(__vabsss4(a), 0x8b28f811319bfee9ull) \
	ROW(__vneg2(a), 0x75ada8edae28e115ull) \
	ROW(__vneg4(a), 0x5df3cd5c7433cb15ull) \
	ROW(__vnegss2(a), 0x0892f2ff65ffc5f9ull) \
	ROW(__vnegss4(a), 0x97d0c21537dde519ull) \
	ROW(__vadd2(a, b), 0x4be93c7d4c40998dull) \
	ROW(__vadd4(a, b), 0xd48ac2d62f249a8dull) \
	ROW(__vaddss2(a, b), 0x26ccff19ce9f26b2ull) \
	ROW(__vaddss4(a, b), 0x2f1ebdf04f913ec3ull) \
	ROW(__vaddus2(a, b), 0x42e3a0a0179f62f5ull) \
	ROW(__vaddus4(a, b), 0x43494f4b3ba19e70ull) \
	ROW(__vsub2(a, b), 0x069df64d07f65c75ull) \
	ROW(__vsub4(a, b), 0x9069b9ed922aec75ull) \
	ROW(__vsubss2(a, b), 0x56d488e2b60b0a07ull) \
	ROW(__vsubss4(a, b), 0x5f018be9e4ef2124ull) \
	ROW(__vsubus2(a, b), 0xb0ade7684b54bda3ull) \
	ROW(__vsubus4(a, b), 0x0946951b5223f377ull) \
	ROW(__vabsdiffs2(a, b), 0x11a5d731275bbc61ull) \
	ROW(__vabsdiffs4(a, b), 0x98c0d72adff22b1dull) \
	ROW(__vabsdiffu2(a, b), 0xd95eeb9e009c2e69ull) \
	ROW(__vabsdiffu4(a, b), 0x12941067ccfc3055ull) \
	ROW(__vavgs2(a, b), 0x41d9454e624daecfull) \
	ROW(__vavgs4(a, b), 0x9ec8b381415a9581ull) \
	ROW(__vavgu2(a, b), 0x7b687f25544f53ddull) \
	ROW(__vavgu4(a, b), 0x5bb14e2861fe04ddull) \
	ROW(__vhaddu2(a, b), 0x2ffb993b2aba8331ull) \
	ROW(__vhaddu4(a, b), 0xaf4b99e50adae431ull) \
	ROW(__vmaxs2(a, b), 0x7486946b71a6ab99ull) \
	ROW(__vmaxs4(a, b), 0x0603260c9f9bf6b1ull) \
	ROW(__vmaxu2(a, b), 0x492481b2421ba22dull) \
	ROW(__vmaxu4(a, b), 0xc32e185316a48ddbull) \
	ROW(__vmins2(a, b), 0x693c46c70f5f7e61ull) \
	ROW(__vmins4(a, b), 0x5edf0262ecc855a1ull) \
	ROW(__vminu2(a, b), 0x159c50cb4d6009c5ull) \
	ROW(__vminu4(a, b), 0x6248baee31e313e3ull) \
	ROW(__vcmpeq2(a, b), 0x5e8ffdba9b802fafull) \
	ROW(__vcmpeq4(a, b), 0xcef3adbb48d31b55ull) \
	ROW(__vcmpne2(a, b), 0x33380ca57940691full) \
	ROW(__vcmpne4(a, b), 0xa472b1aa3c0f2951ull) \
	ROW(__vcmpges2(a, b), 0xc45c2c6d16859d16ull) \
	ROW(__vcmpges4(a, b), 0xe1aa7f88c12e88b3ull) \
	ROW(__vcmpgeu2(a, b), 0xecf0f188b48adf62ull) \
	ROW(__vcmpgeu4(a, b), 0xef33227e66a9f3f3ull) \
	ROW(__vcmpgts2(a, b), 0xfc5a5b67ddaba6b8ull) \
	ROW(__vcmpgts4(a, b), 0xe56757f1c6e5fadbull) \
	ROW(__vcmpgtu2(a, b), 0xcf738009fbc5cba0ull) \
	ROW(__vcmpgtu4(a, b), 0x6926aba64caaec4bull) \
	ROW(__vcmples2(a, b), 0xf48992a65ebbd4b8ull) \
	ROW(__vcmples4(a, b), 0xc5fcb645a31a0297ull) \
	ROW(__vcmpleu2(a, b), 0xae12f760d1657a70ull) \
	ROW(__vcmpleu4(a, b), 0xdffb0a9f7a5bb477ull) \
	ROW(__vcmplts2(a, b), 0xdbc2fcf0824084beull) \
	ROW(__vcmplts4(a, b), 0x3ed6e771c0ea0ce3ull) \
	ROW(__vcmpltu2(a, b), 0xc3ff20d1a139889aull) \
	ROW(__vcmpltu4(a, b), 0x8495db9b3cd339a3ull) \
	ROW(__vseteq2(a, b), 0x685ca0dc0a94b21bull) \
	ROW(__vseteq4(a, b), 0xcbcbbadd60152875ull) \
	ROW(__vsetne2(a, b), 0xe2392e2cac6a78abull) \
	ROW(__vsetne4(a, b), 0xcdc864f39dcd3879ull) \
	ROW(__vsetges2(a, b), 0x18d0226231cf7ee0ull) \
	ROW(__vsetges4(a, b), 0x300b4ae1afbc5517ull) \
	ROW(__vsetgtu2(a, b), 0xbca2c506631fad6aull) \
	ROW(__vsetgtu4(a, b), 0xda9e6193bdb6b77full) \
	ROW(__vsetles2(a, b), 0x8d55be8d0d75b682ull) \
	ROW(__vsetles4(a, b), 0xe43d37616d962333ull) \
	ROW(__vsetltu2(a, b), 0x42d4e3ba93236a64ull) \
	ROW(__vsetltu4(a, b), 0x6dcb7151a959f627ull) \
	ROW(__vsads2(a, b), 0xb3c6cf72c439d8f5ull) \
	ROW(__vsads4(a, b), 0x33607794c2a8ee7dull) \
	ROW(__vsadu2(a, b), 0x940bd94c4a0f5219ull) \
	ROW(__vsadu4(a, b), 0x58bf7e0064a28f21ull) \
	ROW(__vimax3_s32(a, b, c), 0xc9811a55ac5e378aull) \
	ROW(__vimax3_u32(a, b, c), 0x663c22293a91ee3eull) \
	ROW(__vimax3_s16x2(a, b, c), 0x281d718591ed7711ull) \
	ROW(__vimax3_u16x2(a, b, c), 0x74b5362114b8a958ull) \
	ROW(__vimin3_s32(a, b, c), 0x52c4571a85c1f80aull) \
	ROW(__vimin3_u32(a, b, c), 0x7b6772b869667222ull) \
	ROW(__vimin3_s16x2(a, b, c), 0xe7ba7ba0d57cc175ull) \
	ROW(__vimin3_u16x2(a, b, c), 0xa8ac465cf3d55a60ull) \
	ROW(__vimax3_s32_relu(a, b, c), 0x5cdc551b064a2770ull) \
	ROW(__vimax3_s16x2_relu(a, b, c), 0x668d64a69ad51524ull) \
	ROW(__vimin3_s32_relu(a, b, c), 0xa2b5c3122fd28a7dull) \
	ROW(__vimin3_s16x2_relu(a, b, c), 0x7469d23f31bfc148ull) \
	ROW(__viaddmax_s32(a, b, c), 0x374b2e967a25b0f7ull) \
	ROW(__viaddmax_u32(a, b, c), 0xed0444be0a0fde17ull) \
	ROW(__viaddmax_s16x2(a, b, c), 0x3ed4e809df7c49c2ull) \
	ROW(__viaddmax_u16x2(a, b, c), 0xa426f1f94bc76e78ull) \
	ROW(__viaddmin_s32(a, b, c), 0x6c6d8e642a0532bfull) \
	ROW(__viaddmin_u32(a, b, c), 0x05000da20cbf283full) \
	ROW(__viaddmin_s16x2(a, b, c), 0x4a16cc5ea57149aeull) \
	ROW(__viaddmin_u16x2(a, b, c), 0xc8bd82609d3e9794ull) \
	ROW(__viaddmax_s32_relu(a, b, c), 0x9b3fa822fb017d71ull) \
	ROW(__viaddmax_s16x2_relu(a, b, c), 0x997b3ab504be05d4ull) \
	ROW(__viaddmin_s32_relu(a, b, c), 0x77b8a61e124ce767ull) \
	ROW(__viaddmin_s16x2_relu(a, b, c), 0x9c785fa47f9c34aaull) \
	ROW(__vimax_s32_relu(a, b), 0xc1be0731308b9292ull) \
	ROW(__vimin_s32_relu(a, b), 0x0445c3645835f20eull) \
	ROW(__vimax_s16x2_relu(a, b), 0xcae322e70d2ef3afull) \
	ROW(__vimin_s16x2_relu(a, b), 0x7bc874003531361full) \
	ROW((unsigned)__vibmax_s32(sa, sb, &p), 0x70fc59a00dfe8731ull) \
	ROW(__vibmax_u32(a, b, &p), 0x099eb466bb90c767ull) \
	ROW(__vibmax_s16x2(a, b, &p, &q), 0x959aa06b71a6ab99ull) \
	ROW(__vibmax_u16x2(a, b, &p, &q), 0x025a61b2421ba22dull) \
	ROW((unsigned)__vibmin_s32(sa, sb, &p), 0xfb459b79bbf2f2bdull) \
	ROW(__vibmin_u32(a, b, &p), 0xe8aa9eb281731eb3ull) \
	ROW(__vibmin_s16x2(a, b, &p, &q), 0x04fe5cc70f5f7e61ull) \
	ROW(__vibmin_u16x2(a, b, &p, &q), 0xd7e598cb4d6009c5ull) \
	ROW((unsigned)__popc(a) + __popcll((u64)a << 20 | b), 0x871714360edcfb50ull) \
	ROW((unsigned)__clz(a) + 100 * __clzll((u64)a << 20 | b), 0x7af7cbfcdb1ca015ull) \
	ROW((unsigned)__ffs(a) + 100 * __ffsll((u64)a << 20 | b), 0xd407706c6b343281ull) \
	ROW(__brev(a), 0xfa3caa5ca70ff921ull) \
	ROW(__brevll((u64)a << 20 | b), 0xde4edde1916090e5ull) \
	ROW(__byte_perm(a, b, c), 0x94fb44449ca69837ull) \
	ROW(__funnelshift_l(a, b, c), 0x6b93217bd8475c03ull) \
	ROW(__funnelshift_r(a, b, c), 0x5ea51b26c9cf400aull) \
	ROW(__funnelshift_lc(a, b, c), 0x0d0e688919185188ull) \
	ROW(__funnelshift_rc(a, b, c), 0xc0355af8ef1cfc55ull) \
	ROW(__funnelshift_l(a, b, c & 63), 0x6b93217bd8475c03ull) \
	ROW(__funnelshift_rc(a, b, c & 63), 0xcea6c42139fb15ffull) \
	ROW(__funnelshift_lc(a, b, c & 63), 0xde6ccfa895479573ull) \
	ROW(__fns(a, b & 31, (int)(c % 9) - 4), 0x1b58f6896397d78full) \
	ROW((unsigned)__mulhi(sa, sb), 0x9d7e2ad8330c40b7ull) \
	ROW(__umulhi(a, b), 0xc1f22b26e2f1c5b3ull) \
	ROW(__mul64hi((i64)a * 0x9e3779b97f4a7c15ll, (i64)b * 0xc2b2ae3d27d4eb4fll), 0x842dad24afbf49c7ull) \
	ROW(__umul64hi((u64)a * 0x9e3779b97f4a7c15ull, (u64)b * 0xc2b2ae3d27d4eb4full), 0x92a8801c1a7d5a1dull) \
	ROW((unsigned)__mul24(sa, sb), 0xe909ae2eb08fc939ull) \
	ROW(__umul24(a, b), 0x8894e25dae8fc939ull) \
	ROW((unsigned)__hadd(sa, sb), 0x47715cb3ca818331ull) \
	ROW((unsigned)__rhadd(sa, sb), 0x7fe2c7698d9d53ddull) \
	ROW(__uhadd(a, b), 0x37bbe71aca818331ull) \
	ROW(__urhadd(a, b), 0xd8ffa0a58d9d53ddull) \
	ROW(__sad(sa, sb, c), 0x3ab61e2b0f5eb561ull) \
	ROW(__usad(a, b, c), 0xd4d0ebebeeb6d2c1ull) \
	ROW((unsigned)__dp4a(sa, sb, sc), 0x49ffa20b0bb179a1ull) \
	ROW(__dp4a(a, b, c), 0xa30e991edcb2cda1ull) \
	ROW((unsigned)__dp2a_lo(sa, sb, sc), 0x9e5c6f15469d52bdull) \
	ROW(__dp2a_lo(a, b, c), 0xe0e4fbc0276e8abdull) \
	ROW((unsigned)__dp2a_hi(sa, sb, sc), 0x56d7a0b9b2135050ull) \
	ROW(__dp2a_hi(a, b, c), 0x218f52ca0fd11750ull) \
	ROW((unsigned)max(sa, sb), 0xa64f6fa00dfe8731ull) \
	ROW(max(a, sb), 0xa6117866bb90c767ull) \
	ROW(min(a, b), 0xde3796b281731eb3ull) \
	ROW((u64)max((i64)sa, (i64)sb), 0x16f49f290dfe8731ull) \
	ROW(min((u64)a, (i64)sb), 0x71e32586cd96d9adull) \
	ROW(__float_as_uint(max(__uint_as_float(a), __uint_as_float(b))) & 0x7f800000, 0x30ba630d445d70e5ull) \
	ROW((unsigned)__double2hiint(__hiloint2double(sa, sb)) + 3 * (unsigned)__double2loint(__hiloint2double(sa, sb)), 0xf96007fdfbb89125ull) \
	ROW((unsigned)__float2int_rn(sa * 0.37f), 0xd3d3ea708e7c96e1ull) \
	ROW((unsigned)__float2int_rz(__uint_as_float(a)), 0x20448e08c0bc97adull) \
	ROW(__float2uint_rn(__uint_as_float(a)), 0x63361b45c0bc97adull) \
	ROW((u64)__float2ll_rn(__uint_as_float(a)), 0x63bb0be6ef21c8c9ull) \
	ROW((u64)__double2ull_rz(sa * 1e9), 0xeae86555306af4e5ull) \
	ROW(__float_as_uint(__int2float_ru(sa)), 0x6b6f0dda3ccb605dull) \
	ROW(__float_as_uint(__ull2float_rd((u64)a << 20 | b)), 0x318783aee8887614ull)

__device__ const unsigned operands[] = {
	0u,          1u,          0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f80ff01u, 0x80ff7f00u,
	0x00ff00ffu, 0xff00ff00u, 0x12345678u, 0x8000ffffu, 0x7fff8000u, 0x01010101u, 0xfefefefeu,
	0x55aa33ccu, 0x0000ffffu, 0xffff0000u, 0x80808080u, 0x7f7f7f7fu, 0xdeadbeefu,
};
enum { OPERANDS = sizeof(operands) / sizeof(operands[0]) };

// P and Q are what the functions with a choice give through pointers.
#define HASHED(expression, expected) \
	{ \
		u64 hash = 14695981039346656037ull; \
		for (int i = 0; i < OPERANDS * OPERANDS * 3; i++) { \
			int x = i / 3 / OPERANDS, y = i / 3 % OPERANDS; \
			unsigned a = operands[x], b = operands[y], c = operands[(x * 7 + y * 3 + i % 3 * 5) % OPERANDS]; \
			int sa = (int)a, sb = (int)b, sc = (int)c; \
			bool p = false, q = false; \
			u64 value = (u64)(expression); \
			hash = (hash ^ value ^ (u64)p << 40 ^ (u64)q << 41) * 1099511628211ull; \
			(void)a, (void)b, (void)c, (void)sa, (void)sb, (void)sc; \
		} \
		out[row++] = hash; \
	}

__global__ void kernel(u64 *out)
{
	int row = 0;
	ROWS(HASHED)
}

#define EXPECTED(expression, expected) expected,
static const u64 table[] = { ROWS(EXPECTED) };

int main()
{
	Buffer<u64> out(sizeof(table) / sizeof(table[0]));
	kernel<<<1, 1>>>(out.device);
	out.expect([](int i) { return table[i]; });
	return unit_finish();
}
