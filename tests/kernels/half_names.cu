// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of cuda_fp16.h and cuda_bf16.h by their names, those of one argument in half_math.cu aside: of 2^16 random arguments
// each, the sums that an H100 gives.  A NaN counts as one whatever its bits.
// FLAGS: -arch=sm_90
// QUICK: -Xptxas -O0
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/kernel_test.h"

enum { COUNT = 1 << 16 };
typedef unsigned long long u64;

#define INTEGER(type, of_bits, X) \
	X(TO(type##_rn)(a)) X(TO(type##_rz)(a)) X(TO(type##_rd)(a)) X(TO(type##_ru)(a)) \
	X(FROM(type, _rn)(of_bits)) X(FROM(type, _rz)(of_bits)) X(FROM(type, _rd)(of_bits)) X(FROM(type, _ru)(of_bits))
#define COMPARISON(name, X) \
	X(__h##name(a, b)) X(__h##name(a, a)) X(__h##name##2(p, q)) X(__hb##name##2(p, q)) X(__h##name##2_mask(p, q)) \
	X(__h##name##u(a, b)) X(__h##name##u2(p, q)) X(__hb##name##u2(p, q)) X(__h##name##u2_mask(p, q))
#define FUNCTIONS(X) \
	X(__hadd(a, b)) X(__hadd_rn(a, b)) X(__hadd_sat(a, b)) X(__hadd2(p, q)) X(__hadd2_rn(p, q)) X(__hadd2_sat(p, q)) \
	X(__hsub(a, b)) X(__hsub_rn(a, b)) X(__hsub_sat(a, b)) X(__hsub2(p, q)) X(__hsub2_rn(p, q)) X(__hsub2_sat(p, q)) \
	X(__hmul(a, b)) X(__hmul_rn(a, b)) X(__hmul_sat(a, b)) X(__hmul2(p, q)) X(__hmul2_rn(p, q)) X(__hmul2_sat(p, q)) \
	X(__hfma(a, b, c)) X(__hfma_sat(a, b, c)) X(__hfma_relu(a, b, c)) \
	X(__hfma2(p, q, r)) X(__hfma2_sat(p, q, r)) X(__hfma2_relu(p, q, r)) X(__hcmadd(p, q, r)) \
	X(__hdiv(a, b)) X(__h2div(p, q)) X(__hneg(a)) X(__hneg2(p)) X(__habs(a)) X(__habs2(p)) \
	X(__hmax(a, b)) X(__hmin(a, b)) X(__hmax_nan(a, b)) X(__hmin_nan(a, b)) \
	X(__hmax2(p, q)) X(__hmin2(p, q)) X(__hmax2_nan(p, q)) X(__hmin2_nan(p, q)) \
	X(__hisnan(a)) X(__hisinf(a)) X(__hisnan2(p)) \
	COMPARISON(eq, X) COMPARISON(ne, X) COMPARISON(lt, X) COMPARISON(le, X) COMPARISON(gt, X) COMPARISON(ge, X) \
	X(hceil(a)) X(hfloor(a)) X(htrunc(a)) X(hrint(a)) X(h2ceil(p)) X(h2floor(p)) X(h2trunc(p)) X(h2rint(p)) \
	X(h2cos(p)) X(h2sin(p)) X(h2exp(p)) X(h2exp2(p)) X(h2exp10(p)) X(h2log(p)) X(h2log2(p)) X(h2log10(p)) \
	X(h2sqrt(p)) X(h2rsqrt(p)) X(h2rcp(p)) X(h2tanh(p)) \
	INTEGER(short, (short)word, X) INTEGER(ushort, (unsigned short)word, X) INTEGER(int, (int)word, X) INTEGER(uint, word, X) \
	INTEGER(ll, (long long)wide, X) INTEGER(ull, wide, X) X(TO(char_rz)(a)) X(TO(uchar_rz)(a)) \
	X(TO(float)(a)) X(FROM(float, )(number)) X(FROM(float, _rn)(number)) X(FROM(float, _rz)(number)) X(FROM(float, _rd)(number)) \
	X(FROM(float, _ru)(number)) X(FROM(double, )((double)number * 1.0000001)) X(PAIR_OF_FLOAT(number)) X(PAIR_OF_FLOATS(number, 3)) \
	X(PAIR_OF_FLOAT2(make_float2(number, 5))) X(FLOAT2_OF(p).x) X(FLOAT2_OF(p).y) X(LOW_FLOAT(p)) X(HIGH_FLOAT(p)) \
	X(LOW(p)) X(HIGH(p)) X(LOW_TWICE(p)) X(HIGH_TWICE(p)) X(LOWS(p, q)) X(HIGHS(p, q)) X(SWAPPED(p)) X(HALVES(a, b)) X(TWICE(a)) \
	X(MAKE(a, b)) X(OF_SHORT((short)word)) X(OF_USHORT((unsigned short)word)) X(AS_SHORT(a)) X(AS_USHORT(a))

__device__ static u64 bits(float x) { return x != x ? 1 : __float_as_uint(x); }
__device__ static u64 bits(__half x) { return __hisnan(x) ? 1 : __half_as_ushort(x); }
__device__ static u64 bits(__nv_bfloat16 x) { return __hisnan(x) ? 1 : __bfloat16_as_ushort(x); }
__device__ static u64 bits(__half2 x) { return bits(x.x) | bits(x.y) << 16; }
__device__ static u64 bits(__nv_bfloat162 x) { return bits(x.x) | bits(x.y) << 16; }
template <class T>
__device__ static u64 bits(T x) { return (u64)x; }

__host__ __device__ static u64 mixed(u64 x)
{
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;
	return x ^ x >> 33;
}

template <class T>
__device__ static T of(u64 word)
{
	unsigned short low = (unsigned short)word;
	T value;
	memcpy(&value, &low, sizeof(value));
	return value;
}

#define VALUES(T, T2) \
	u64 i = blockIdx.x * blockDim.x + threadIdx.x, wide = mixed(i) >> i % 64; \
	unsigned word = (unsigned)mixed(i + COUNT) >> i % 32; \
	float number = __uint_as_float((unsigned)mixed(i + 2 * COUNT)); \
	/* Half of them are near one another. */ \
	u64 first = mixed(i + 3 * COUNT), second = i % 2 ? first ^ mixed(i) % 16 : mixed(i + 4 * COUNT), third = mixed(i + 5 * COUNT); \
	T a = of<T>(first), b = of<T>(second), c = of<T>(third); \
	T2 p = { a, of<T>(first >> 16) }, q = { b, of<T>(second >> 16) }, r = { c, of<T>(third >> 16) }; \
	int n = 0;
#define ADD(expression) \
	atomicAdd(&sums[n], mixed(bits(expression) ^ (i + 1) << 40)); \
	n++;

#define TO(kind) __half2##kind
#define FROM(kind, mode) __##kind##2half##mode
#define PAIR_OF_FLOAT __float2half2_rn
#define PAIR_OF_FLOATS __floats2half2_rn
#define PAIR_OF_FLOAT2 __float22half2_rn
#define FLOAT2_OF __half22float2
#define LOW_FLOAT __low2float
#define HIGH_FLOAT __high2float
#define LOW __low2half
#define HIGH __high2half
#define LOW_TWICE __low2half2
#define HIGH_TWICE __high2half2
#define LOWS __lows2half2
#define HIGHS __highs2half2
#define SWAPPED __lowhigh2highlow
#define HALVES __halves2half2
#define TWICE __half2half2
#define MAKE make_half2
#define OF_SHORT __short_as_half
#define OF_USHORT __ushort_as_half
#define AS_SHORT __half_as_short
#define AS_USHORT __half_as_ushort
__global__ void halves(u64 *sums)
{
	VALUES(__half, __half2)
	FUNCTIONS(ADD)
}

#undef TO
#undef FROM
#undef PAIR_OF_FLOAT
#undef PAIR_OF_FLOATS
#undef PAIR_OF_FLOAT2
#undef FLOAT2_OF
#undef LOW
#undef HIGH
#undef LOW_TWICE
#undef HIGH_TWICE
#undef LOWS
#undef HIGHS
#undef HALVES
#undef TWICE
#undef MAKE
#undef OF_SHORT
#undef OF_USHORT
#undef AS_SHORT
#undef AS_USHORT
#define TO(kind) __bfloat162##kind
#define FROM(kind, mode) __##kind##2bfloat16##mode
#define PAIR_OF_FLOAT __float2bfloat162_rn
#define PAIR_OF_FLOATS __floats2bfloat162_rn
#define PAIR_OF_FLOAT2 __float22bfloat162_rn
#define FLOAT2_OF __bfloat1622float2
#define LOW __low2bfloat16
#define HIGH __high2bfloat16
#define LOW_TWICE __low2bfloat162
#define HIGH_TWICE __high2bfloat162
#define LOWS __lows2bfloat162
#define HIGHS __highs2bfloat162
#define HALVES __halves2bfloat162
#define TWICE __bfloat162bfloat162
#define MAKE make_bfloat162
#define OF_SHORT __short_as_bfloat16
#define OF_USHORT __ushort_as_bfloat16
#define AS_SHORT __bfloat16_as_short
#define AS_USHORT __bfloat16_as_ushort
__global__ void brains(u64 *sums)
{
	VALUES(__nv_bfloat16, __nv_bfloat162)
	FUNCTIONS(ADD)
}

#define NAME(expression) #expression,
static const char *const names[] = { FUNCTIONS(NAME) };
enum { FUNCTION_COUNT = sizeof(names) / sizeof(*names) };

// By function: of half, of bfloat16.
static const unsigned expected[][2] = {
	{ 0xcb5d1bf8, 0x61d66d40 }, { 0xcb5d1bf8, 0x61d66d40 }, { 0x67606ba4, 0x4c98dcbe }, { 0x151d54b7, 0xae5e1d52 },
	{ 0x151d54b7, 0xae5e1d52 }, { 0x514f7b9b, 0x0d36abc8 }, { 0x634e4088, 0xd092b5d3 }, { 0x634e4088, 0xd092b5d3 },
	{ 0x189560f6, 0x90ace985 }, { 0xbfc7bbbc, 0x799346f4 }, { 0xbfc7bbbc, 0x799346f4 }, { 0x89d78aa1, 0x407b44b1 },
	{ 0x512cecd2, 0x0e2900bf }, { 0x512cecd2, 0x0e2900bf }, { 0x49a08c1f, 0xa08eb383 }, { 0x200368af, 0x3a460e7c },
	{ 0x200368af, 0x3a460e7c }, { 0xb1d325be, 0x9d840fb4 }, { 0xf6f635e4, 0xf8ed9793 }, { 0x718a457f, 0xbcb59eed },
	{ 0xdceab392, 0xd8a51031 }, { 0x98c9e66b, 0x4d67d868 }, { 0x7dabbade, 0xf12d7221 }, { 0x676907ff, 0xc2929f14 },
	{ 0xbf11143a, 0xadd5de33 }, { 0x7c00d109, 0x83bc7fc6 }, { 0x73072ace, 0x4abbaecd }, { 0x7e329aa9, 0x1a055bc2 },
	{ 0xbc846bda, 0x6964dc8f }, { 0x9e52b7e3, 0x1b8a1846 }, { 0x8361547b, 0x83e8a9d7 }, { 0xd05470e1, 0x8895a01f },
	{ 0x641731cb, 0xb173dce4 }, { 0x3388f82b, 0xed9e1944 }, { 0xc74bb915, 0x167c5609 }, { 0xfd633573, 0x61c04700 },
	{ 0x82514250, 0xa1c7f358 }, { 0xd716af89, 0x1dfbe506 }, { 0xe807870e, 0x12e0fb09 }, { 0x54efa196, 0xc19b2ad8 },
	{ 0x6bb1402d, 0xf7397f55 }, { 0xf276a2a9, 0xa21f4f93 }, { 0xbef2a696, 0x892323f2 }, { 0x328b4d15, 0xc5dfc3d3 },
	{ 0x8fbc38bf, 0x04319b82 }, { 0x4cd81727, 0x14648537 }, { 0x682530eb, 0x6f392161 }, { 0xccc9c3e7, 0x55de73db },
	{ 0xa493699f, 0xc8f9dfc5 }, { 0xd05c5bc7, 0x69403d76 }, { 0x10ce978d, 0xc89e3312 }, { 0xbab12ac4, 0x319c7ad0 },
	{ 0x1309e4e1, 0x1309e4e1 }, { 0xd07446a2, 0x7d2caf19 }, { 0x830cca97, 0x8f726ee4 }, { 0x28d31cf4, 0x17595eb1 },
	{ 0xc8884815, 0xfe57cab9 }, { 0xa7e2ac48, 0x9767dd8a }, { 0x35d1a6c9, 0xea4fdcdb }, { 0xbc63360f, 0x71ed48ce },
	{ 0x92af1551, 0xd7071c56 }, { 0x1309e4e1, 0x1309e4e1 }, { 0xc3b0f637, 0x4bddbd57 }, { 0x012717fc, 0xd28e48f9 },
	{ 0x236a441d, 0x9de69ae1 }, { 0xa08632a1, 0xa3c26c3e }, { 0x6122c030, 0xd4cf0901 }, { 0x2e4db275, 0xbc899720 },
	{ 0xd52faade, 0xdee749ba }, { 0x3e97d705, 0x4d205b66 }, { 0x328b4d15, 0xc5dfc3d3 }, { 0x3a29775c, 0x168d087d },
	{ 0x76f01f81, 0xca133182 }, { 0x58c2e4f4, 0x9326e2f8 }, { 0x4c6ef456, 0x19dbab4f }, { 0x03dd2368, 0x82f17bcd },
	{ 0xc35057bf, 0xe7870ae2 }, { 0xf8d1747c, 0x44d162e1 }, { 0x3b0bfa55, 0x6d9f435b }, { 0x1309e4e1, 0x1309e4e1 },
	{ 0xa6d9a077, 0x51cf9b79 }, { 0x10457c62, 0xb3bd1fd9 }, { 0x8281bd20, 0x2877e8e4 }, { 0x48e317a5, 0x3a5a9344 },
	{ 0xc96b8af0, 0xc46e9ade }, { 0xfa2e64f5, 0x46026cb0 }, { 0x1eacad56, 0x2ac664c8 }, { 0xe6f4bc09, 0xe3b8826c },
	{ 0x328b4d15, 0xc5dfc3d3 }, { 0xcfde2fa8, 0x26a003dc }, { 0xf3b06c5f, 0x143b795d }, { 0x924d603e, 0x47851a30 },
	{ 0xf4cbd95a, 0xb073d255 }, { 0x1eb1fc35, 0x7cb22ae7 }, { 0xfcd2f2b8, 0xd9f9516b }, { 0x1cc1793b, 0xba7d6725 },
	{ 0x6a2f831e, 0x8e7291fe }, { 0x55f7c7df, 0xe16e9ccc }, { 0x8dac7de4, 0xa855cef7 }, { 0xe25e0d7a, 0x5449394e },
	{ 0x834be338, 0x6f802d71 }, { 0x198d39e2, 0x70efd002 }, { 0xca318ee9, 0x9a43ca35 }, { 0x9a3e20ca, 0xd9f27afe },
	{ 0x44f30ce8, 0x9c00f484 }, { 0x5ca1238e, 0x1eb112b7 }, { 0x23a3c899, 0x7e9b8d6a }, { 0x3c94ab1c, 0x2a2a8340 },
	{ 0x3829ce42, 0xc135e748 }, { 0x7400c317, 0x8fe271a1 }, { 0x0f5853fa, 0xc620c2d7 }, { 0x9b941987, 0x6b7b834f },
	{ 0xc833a0f4, 0xcf6684fa }, { 0xbbd28708, 0x5f30d391 }, { 0x9aa1e38c, 0x18eb314b }, { 0x73e24277, 0x97a6be30 },
	{ 0x4286a247, 0xdf7e0a8f }, { 0x0d474ef3, 0x25dac900 }, { 0x9268b690, 0xc1358587 }, { 0x13c2ae12, 0x9c1c21ff },
	{ 0x46f6d0f7, 0x9bcef199 }, { 0x6f543d4f, 0x6b5fe30f }, { 0x575b8508, 0xd1df35b6 }, { 0x38417b20, 0xccbf5615 },
	{ 0x556912c5, 0x77f7ea64 }, { 0x9aba9121, 0xff1df4bf }, { 0x9aba9121, 0xff1df4bf }, { 0xa135f040, 0x755f4dbe },
	{ 0x2e0c8c06, 0xbdcf3f69 }, { 0xcd177c2c, 0xcd4ea169 }, { 0xcd177c2c, 0xcd4ea169 }, { 0xe71b21d5, 0x5d15ff48 },
	{ 0xefa2f5dd, 0x52c6a413 }, { 0xba63a289, 0x99236284 }, { 0x3f850a26, 0x347e1f0b }, { 0xc0df01a8, 0x0f64bb83 },
	{ 0x1d48c8c6, 0x502b9d2a }, { 0xdd844367, 0x1b9189a5 }, { 0x366b37cf, 0x0535fe44 }, { 0xba2f1758, 0xe65d4852 },
	{ 0x0ec06d33, 0xbcfe465e }, { 0x5411eb8e, 0x442450b9 }, { 0x5411eb8e, 0x442450b9 }, { 0x5a8d4aad, 0xba65a9b8 },
	{ 0x44e16cda, 0x1c725296 }, { 0x921c04ce, 0x9f3256bf }, { 0x921c04ce, 0x9f3256bf }, { 0x3aaeafd3, 0x76a87bb9 },
	{ 0x76aa28be, 0xa59227b2 }, { 0x416ad56a, 0xebeee623 }, { 0xc68c3d07, 0x8749a2a9 }, { 0x47e63489, 0x62303f22 },
	{ 0xdbd89a09, 0x1798bd1f }, { 0x15304fd2, 0x495c469f }, { 0xdf3f57c9, 0xa87cd36d }, { 0x8c41e2e5, 0xe2c9a2a2 },
	{ 0x8cfd4a3e, 0x87b1218f }, { 0xd24ec89a, 0x0ed72bea }, { 0xd24ec89a, 0x0ed72bea }, { 0xd8ca27b9, 0x851884e9 },
	{ 0x5362486f, 0x4c5ce4d2 }, { 0x9be2b206, 0x652c3df7 }, { 0x9be2b206, 0x652c3df7 }, { 0xcdda9942, 0x82a1fa21 },
	{ 0xab4485f0, 0x4755dc71 }, { 0x11744754, 0x0530ef0e }, { 0xb9a34031, 0x455808e4 }, { 0x1df367c6, 0x60fc8d3e },
	{ 0x1df367c6, 0x60fc8d3e }, { 0x8931bc8c, 0x13ebac2f }, { 0xb701d39a, 0xb12ee7bd }, { 0x2e248d76, 0x37e17ea8 },
	{ 0x027df7e3, 0x6fa64ade }, { 0xfb9862f4, 0xcf4d1f06 }, { 0x69bdd2a8, 0x429115f3 }, { 0xbe064329, 0x7c888be4 },
	{ 0xb9a34031, 0x455808e4 }, { 0x7d6d90e1, 0x9bf2bf41 }, { 0xb9a34031, 0x455808e4 }, { 0x7d6d90e1, 0x9bf2bf41 },
	{ 0x80d46c06, 0xcc872fb7 }, { 0xb9e74aa4, 0x8ba76d68 }, { 0xaea9e87c, 0xaea6188b }, { 0x14d15ca0, 0xe36cd4e6 },
	{ 0x5b0233e6, 0x2bc5020f }, { 0xa9c5e1f0, 0x0e9eb0f0 }, { 0xc48dd461, 0x2ce5f7e5 }, { 0x5b0233e6, 0x2bc5020f },
	{ 0xaea9e87c, 0xaea6188b }, { 0x5b0233e6, 0x2bc5020f }, { 0x7f16c9ec, 0x02b198cf }, { 0x7f16c9ec, 0x02b198cf },
	{ 0xc6c96c5b, 0xc6c96c5b }, { 0xb35591a1, 0xb35591a1 },
};

int main(int argc, char **)
{
	u64 sums[2][FUNCTION_COUNT] = { { 0 } };
	Buffer<u64> half(FUNCTION_COUNT, 0), brain(FUNCTION_COUNT, 0);
	halves<<<COUNT / 256, 256>>>(half.device);
	brains<<<COUNT / 256, 256>>>(brain.device);
	CALL(cudaMemcpy(sums[0], half.device, sizeof(sums[0]), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(sums[1], brain.device, sizeof(sums[1]), cudaMemcpyDeviceToHost));
	for (int i = 0; i < FUNCTION_COUNT; i++) {
		unsigned have[] = { (unsigned)(sums[0][i] >> 32), (unsigned)(sums[1][i] >> 32) };
		if (argc > 1)
			printf("\t{ 0x%08x, 0x%08x }, // %s\n", have[0], have[1], names[i]);
		else if (have[0] != expected[i][0] || have[1] != expected[i][1])
			fprintf(stderr, "%s: have 0x%08x, 0x%08x\n", names[i], have[0], have[1]);
		CHECK(argc > 1 || (have[0] == expected[i][0] && have[1] == expected[i][1]));
	}
	return unit_finish();
}
