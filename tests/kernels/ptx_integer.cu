// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline PTX: integer arithmetic, bit fields, permutation, dot products and video instructions, against
// plain C++ on the host.
#include "kernels/kernel_test.h"

typedef unsigned u32;
typedef unsigned long long u64;

struct Inputs {
	u32 a, b, c;
};

// One row an instruction: its text and what it gives for x.a, x.b, x.c.
#define EACH(OP) \
	OP(add_sat, "add.sat.s32 %0, %1, %2;", saturated((long long)(int)x.a + (int)x.b)) \
	OP(set_input, "add.u32 %1, %1, %2; mov.b32 %0, %1;", x.a + x.b) \
	OP(mul_hi, "mul.hi.u32 %0, %1, %2;", (u32)((u64)x.a * x.b >> 32)) \
	OP(mul_hi_signed, "mul.hi.s32 %0, %1, %2;", (u32)((long long)(int)x.a * (int)x.b >> 32)) \
	OP(mad_lo, "mad.lo.s32 %0, %1, %2, %3;", x.a * x.b + x.c) \
	OP(mul24, "mul24.lo.u32 %0, %1, %2;", (x.a & 0xffffff) * (x.b & 0xffffff)) \
	OP(div_zero, "div.u32 %0, %1, 0;", ~0u) \
	OP(rem, "rem.s32 %0, %1, 7;", (u32)((int)x.a % 7)) \
	OP(sad, "sad.u32 %0, %1, %2, %3;", (x.a > x.b ? x.a - x.b : x.b - x.a) + x.c) \
	OP(carry, "{ .reg .u32 t; add.cc.u32 t, %1, %2; addc.u32 %0, %3, 0; }", x.c + (x.a + x.b < x.a)) \
	OP(borrow, "{ .reg .u32 t; sub.cc.u32 t, %1, %2; subc.u32 %0, %3, 0; }", x.c - (x.a < x.b)) \
	OP(shift_far, "{ .reg .u32 n; and.b32 n, %2, 63; shl.b32 %0, %1, n; }", (x.b & 63) > 31 ? 0 : x.a << (x.b & 63)) \
	OP(funnel, "shf.l.wrap.b32 %0, %1, %2, %3;", (u32)(((u64)x.b << 32 | x.a) << (x.c & 31) >> 32)) \
	OP(majority, "lop3.b32 %0, %1, %2, %3, 0xe8;", (x.a & x.b) | (x.b & x.c) | (x.a & x.c)) \
	OP(reverse_bytes, "prmt.b32 %0, %1, 0, 0x0123;", __builtin_bswap32(x.a)) \
	OP(forward, "prmt.b32.f4e %0, %1, %2, %3;", permuted(x, [](int i, int n) { return i + n; })) \
	OP(backward, "prmt.b32.b4e %0, %1, %2, %3;", permuted(x, [](int i, int n) { return n - i & 7; })) \
	OP(replicated, "prmt.b32.rc8 %0, %1, %2, %3;", permuted(x, [](int, int n) { return n; })) \
	OP(clamped_left, "prmt.b32.ecl %0, %1, %2, %3;", permuted(x, [](int i, int n) { return i > n ? i : n; })) \
	OP(clamped_right, "prmt.b32.ecr %0, %1, %2, %3;", permuted(x, [](int i, int n) { return i < n ? i : n; })) \
	OP(replicated_half, "prmt.b32.rc16 %0, %1, %2, %3;", permuted(x, [](int i, int n) { return (n & 1) * 2 + (i & 1); })) \
	OP(field, "bfe.u32 %0, %1, 5, 9;", x.a >> 5 & 0x1ff) \
	OP(field_signed, "bfe.s32 %0, %1, 5, 9;", (u32)((int)(x.a << 18) >> 23)) \
	OP(insert, "bfi.b32 %0, %1, %2, 8, 12;", (x.b & ~0xfff00u) | (x.a & 0xfff) << 8) \
	OP(highest, "bfind.u32 %0, %1;", x.a ? 31 - __builtin_clz(x.a) : ~0u) \
	OP(reversed, "brev.b32 %0, %1;", reversed_bits(x.a)) \
	OP(ones, "popc.b32 %0, %1;", (u32)__builtin_popcount(x.a)) \
	OP(mask, "bmsk.clamp.b32 %0, 4, 8;", 0xff0u) \
	OP(bytes_dot, "dp4a.u32.u32 %0, %1, %2, %3;", dot(x)) \
	OP(bytes_distance, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", distance(x)) \
	OP(video_shift, "vshr.u32.u32.u32.clamp.add %0, %1, 5, %3;", (x.a >> 5) + x.c) \
	OP(video_part, "vadd.u32.u32.u32 %0, %1.b2, %2.h1;", (x.a >> 16 & 255) + (x.b >> 16)) \
	OP(low_bits, "{ .reg .u32 n; and.b32 n, %2, 63; szext.clamp.u32 %0, %1, n; }", low_bits(x.a, x.b & 63)) \
	OP(low_signed, "{ .reg .u32 n; and.b32 n, %2, 63; szext.clamp.s32 %0, %1, n; }", low_signed(x.a, x.b & 63)) \
	OP(low_wrapped, "szext.wrap.s32 %0, %1, %2;", low_signed(x.a, x.b & 31)) \
	OP(third_bit, "fns.b32 %0, %1, 0, 3;", third_bit(x.a)) \
	OP(video_set, "vset.u32.s32.lt %0, %1.b1, %2.h0;", (int)(x.a >> 8 & 255) < (short)x.b) \
	OP(video_count, "vset.s32.s32.ge.add %0, %1, %2, %3;", ((int)x.a >= (int)x.b) + x.c) \
	OP(bytes_below, "vset4.u32.u32.lt %0, %1, %2, %3;", below(x, 8)) \
	OP(halves_below, "vset2.u32.u32.lt %0, %1, %2, %3;", below(x, 16)) \
	OP(bytes_equal, "vset4.u32.u32.eq.add %0, %1, %1, %3;", x.c + 4) \
	OP(chosen, "{ .reg .pred p, q; setp.lt.u32 p|q, %1, %2; selp.b32 %0, %3, 1, q; @p xor.b32 %0, %0, 2; }", \
	   x.a < x.b ? 3 : x.c) \
	OP(signed_choice, "slct.u32.s32 %0, %1, %2, %3;", (int)x.c >= 0 ? x.a : x.b) \
	OP(low_byte, "cvt.s32.s8 %0, %1;", (u32)(signed char)x.a) \
	OP(clamped_byte, "cvt.sat.u8.s32 %0, %1;", (u32)((int)x.a < 0 ? 0 : (int)x.a > 255 ? 255 : (int)x.a)) \
	OP(swapped, "{ .reg .b16 l, h; mov.b32 {l, h}, %1; mov.b32 %0, {h, l}; }", x.a >> 16 | x.a << 16) \
	OP(loop, "{ .reg .u32 i; .reg .pred p; mov.u32 i, 0; mov.u32 %0, %1; AGAIN_%=: add.u32 %0, %0, i; " \
	         "add.u32 i, i, 1; setp.lt.u32 p, i, 10; @p bra AGAIN_%=; }", x.a + 45)

static u32 saturated(long long sum)
{
	return (u32)(sum < -0x80000000ll ? -0x80000000ll : sum > 0x7fffffffll ? 0x7fffffffll : sum);
}

static u32 reversed_bits(u32 x)
{
	u32 result = 0;
	for (int i = 0; i < 32; i++)
		result |= (x >> i & 1) << (31 - i);
	return result;
}

// The modes of prmt: byte I of the result is that byte of b:a which BYTE gives for c's lowest 2 bits.
static u32 permuted(Inputs x, int (*byte)(int i, int n))
{
	u32 result = 0;
	for (int i = 0; i < 4; i++)
		result |= (u32)(((u64)x.b << 32 | x.a) >> 8 * byte(i, x.c & 3) & 255) << 8 * i;
	return result;
}

static u32 dot(Inputs x)
{
	for (int i = 0; i < 32; i += 8)
		x.c += (x.a >> i & 255) * (x.b >> i & 255);
	return x.c;
}

static u32 low_bits(u32 x, unsigned length)
{
	return length > 31 ? x : x & ((1u << length) - 1);
}

static u32 low_signed(u32 x, unsigned length)
{
	bool negative = length && length < 32 && (x >> (length - 1) & 1);
	return low_bits(x, length) | (negative ? ~0u << length : 0);
}

static u32 third_bit(u32 x)
{
	x &= x - 1;
	x &= x - 1;
	return x ? (u32)__builtin_ctz(x) : ~0u;
}

// Of lanes of WIDTH bits, 1 where that of a is below that of b.
static u32 below(Inputs x, int width)
{
	u32 mask = (1u << width) - 1, result = 0;
	for (int i = 0; i < 32; i += width)
		result |= (u32)((x.a >> i & mask) < (x.b >> i & mask)) << i;
	return result;
}

static u32 distance(Inputs x)
{
	for (int i = 0; i < 32; i += 8)
		x.c += (u32)abs((int)(x.a >> i & 255) - (int)(x.b >> i & 255));
	return x.c;
}

#define KERNEL(name, text, expected) \
	__global__ void name(const Inputs *in, u32 *out) \
	{ \
		Inputs x = in[threadIdx.x]; \
		u32 result; \
		asm volatile(text : "=&r"(result) : "r"(x.a), "r"(x.b), "r"(x.c)); \
		out[threadIdx.x] = result; \
	}
EACH(KERNEL)

// 64 bits in two halves: mad with carries, and wide products.
__global__ void wide(const Inputs *in, u64 *out)
{
	Inputs x = in[threadIdx.x];
	u32 low, high;
	u64 product;
	asm("mad.lo.cc.u32 %0, %2, %3, %4;\n\t"
	    "madc.hi.u32 %1, %2, %3, 0; // the carry goes in here"
	    : "=&r"(low), "=r"(high) : "r"(x.a), "r"(x.b), "r"(x.c));
	asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(x.a), "r"(x.b));
	out[threadIdx.x] = product + x.c == ((u64)high << 32 | low) ? product : 0;
}

int main()
{
	const int count = 256;
	Inputs host[count];
	u32 state = 12345, special[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xff, 0x8000 };
	for (Inputs &x : host)
		for (u32 *value : { &x.a, &x.b, &x.c }) {
			state = state * 1664525 + 1013904223;
			*value = state >> 28 ? state ^ state >> 15 : special[(state >> 8) % 7];
		}
	Buffer<Inputs> in(count);
	in.upload(host);
#define RUN(name, text, expected) \
	{ \
		Buffer<u32> out(count); \
		name<<<1, count>>>(in.device, out.device); \
		out.expect([&](int i) -> u32 { Inputs x = host[i]; (void)x; return expected; }); \
	}
	EACH(RUN)
	Buffer<u64> out(count);
	wide<<<1, count>>>(in.device, out.device);
	out.expect([&](int i) { return (u64)host[i].a * host[i].b; });
	return unit_finish();
}
