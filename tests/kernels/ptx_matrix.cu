// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -arch=sm_90
//
// PTX's mma in all shapes and types, and what moves its fragments: ldmatrix, stmatrix, movmatrix.  Where an element lies is as PTX's
// manual says; the numbers are small, so that every order of the sums gives the same.
#include "kernels/kernel_test.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum { MOST = 4096 };

// --- an element of each format, and a lane's registers ---

struct As_half { enum { bits = 16 }; static __host__ __device__ unsigned put(int x) { return __half_as_ushort(__float2half((float)x)); } };
struct As_bfloat { enum { bits = 16 }; static __host__ __device__ unsigned put(int x) { return __bfloat16_as_ushort(__float2bfloat16((float)x)); } };
struct As_float { enum { bits = 32 }; static __host__ __device__ unsigned put(int x) { float f = (float)x; unsigned u; memcpy(&u, &f, 4); return u; } };
struct As_integer { enum { bits = 8 }; static __host__ __device__ unsigned put(int x) { return (unsigned)x & 255; } };
struct As_nibble { enum { bits = 4 }; static __host__ __device__ unsigned put(int x) { return (unsigned)x & 15; } };
struct As_bit { enum { bits = 1 }; static __host__ __device__ unsigned put(int x) { return (unsigned)x & 1; } };
struct As_e4m3 { enum { bits = 8 }; static __host__ __device__ unsigned put(int x) { return __nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, __NV_E4M3); } };
struct As_e5m2 { enum { bits = 8 }; static __host__ __device__ unsigned put(int x) { return __nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, __NV_E5M2); } };

// Register R of a row-major matrix whose rows are K elements: rows lane / 4, words lane % 4 of tiles of four words.
template <typename F> __device__ unsigned word_of(const int *matrix, int row, int word, int k)
{
	const int per_word = 32 / F::bits;
	unsigned bits = 0;
	for (int i = 0; i < per_word; i++)
		bits |= F::put(matrix[row * k + word * per_word + i]) << i * F::bits;
	return bits;
}

template <typename F> __device__ unsigned a_word(const int *a, int r, int rows, int k)
{
	int lane = threadIdx.x % 32, high = rows / 8;
	return word_of<F>(a, lane / 4 + 8 * (r % high), lane % 4 + 4 * (r / high), k);
}

template <typename F> __device__ unsigned b_word(const int *b, int r, int k)
{
	int lane = threadIdx.x % 32;
	return word_of<F>(b, lane / 4, lane % 4 + 4 * r, k); // B by columns
}

__device__ int sum_place(int e) { return (threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

#define OUTPUT2 "=r"(d[0]), "=r"(d[1])
#define OUTPUT4 "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])

// D of COUNT elements in words of 32 bits; a lane has two of them, or four.
#define KERNEL_4(name, shape, FA, FB, k, types, flags) \
	__global__ void name(const int *a, const int *b, const unsigned *c, unsigned *out) \
	{ \
		unsigned d[4]; \
		asm volatile("mma.sync.aligned." shape ".row.col." types flags " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};" \
		             : OUTPUT4 \
		             : "r"(a_word<FA>(a, 0, 16, k)), "r"(a_word<FA>(a, 1, 16, k)), "r"(a_word<FA>(a, 2, 16, k)), \
		               "r"(a_word<FA>(a, 3, 16, k)), "r"(b_word<FB>(b, 0, k)), "r"(b_word<FB>(b, 1, k)), "r"(c[sum_place(0)]), \
		               "r"(c[sum_place(1)]), "r"(c[sum_place(2)]), "r"(c[sum_place(3)])); \
		for (int e = 0; e < 4; e++) \
			out[sum_place(e)] = d[e]; \
	}
#define KERNEL_2(name, shape, FA, FB, k, types, flags) \
	__global__ void name(const int *a, const int *b, const unsigned *c, unsigned *out) \
	{ \
		unsigned d[4]; \
		asm volatile("mma.sync.aligned." shape ".row.col." types flags " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};" \
		             : OUTPUT4 \
		             : "r"(a_word<FA>(a, 0, 16, k)), "r"(a_word<FA>(a, 1, 16, k)), "r"(b_word<FB>(b, 0, k)), "r"(c[sum_place(0)]), \
		               "r"(c[sum_place(1)]), "r"(c[sum_place(2)]), "r"(c[sum_place(3)])); \
		for (int e = 0; e < 4; e++) \
			out[sum_place(e)] = d[e]; \
	}
#define KERNEL_1(name, shape, FA, FB, k, types, flags) \
	__global__ void name(const int *a, const int *b, const unsigned *c, unsigned *out) \
	{ \
		unsigned d[2]; \
		asm volatile("mma.sync.aligned." shape ".row.col." types flags " {%0, %1}, {%2}, {%3}, {%4, %5};" \
		             : OUTPUT2 \
		             : "r"(a_word<FA>(a, 0, 8, k)), "r"(b_word<FB>(b, 0, k)), "r"(c[sum_place(0)]), "r"(c[sum_place(1)])); \
		for (int e = 0; e < 2; e++) \
			out[sum_place(e)] = d[e]; \
	}

//   kernel, form, shape, format of A, of B, rows, k, the types, more, least and most of A's and B's elements, what C and D are
#define FLOATS 0
#define INTEGERS 1
#define SATURATED 2
#define BITS_XOR 3
#define BITS_AND 4
#define PRODUCTS(DO) \
	DO(half_16, KERNEL_4, "m16n8k16", As_half, As_half, 16, 16, "f32.f16.f16.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(half_8, KERNEL_2, "m16n8k8", As_half, As_half, 16, 8, "f32.f16.f16.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(bfloat_16, KERNEL_4, "m16n8k16", As_bfloat, As_bfloat, 16, 16, "f32.bf16.bf16.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(bfloat_8, KERNEL_2, "m16n8k8", As_bfloat, As_bfloat, 16, 8, "f32.bf16.bf16.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(tf32_8, KERNEL_4, "m16n8k8", As_float, As_float, 16, 8, "f32.tf32.tf32.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(tf32_4, KERNEL_2, "m16n8k4", As_float, As_float, 16, 4, "f32.tf32.tf32.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(e4m3, KERNEL_4, "m16n8k32", As_e4m3, As_e4m3, 16, 32, "f32.e4m3.e4m3.f32", "", -8, 8, -8, 8, FLOATS) \
	DO(e5m2_e4m3, KERNEL_4, "m16n8k32", As_e5m2, As_e4m3, 16, 32, "f32.e5m2.e4m3.f32", "", -4, 4, -8, 8, FLOATS) \
	DO(signed_32, KERNEL_4, "m16n8k32", As_integer, As_integer, 16, 32, "s32.s8.s8.s32", "", -128, 127, -128, 127, INTEGERS) \
	DO(mixed_32, KERNEL_4, "m16n8k32", As_integer, As_integer, 16, 32, "s32.u8.s8.s32", "", 0, 255, -128, 127, INTEGERS) \
	DO(limited_32, KERNEL_4, "m16n8k32", As_integer, As_integer, 16, 32, "s32.s8.u8.s32", ".satfinite", -128, 127, 0, 255, SATURATED) \
	DO(signed_16, KERNEL_2, "m16n8k16", As_integer, As_integer, 16, 16, "s32.s8.s8.s32", "", -128, 127, -128, 127, INTEGERS) \
	DO(unsigned_few, KERNEL_1, "m8n8k16", As_integer, As_integer, 8, 16, "s32.u8.u8.s32", "", 0, 255, 0, 255, INTEGERS) \
	DO(limited_few, KERNEL_1, "m8n8k16", As_integer, As_integer, 8, 16, "s32.s8.s8.s32", ".satfinite", -128, 127, -128, 127, SATURATED) \
	DO(nibbles_64, KERNEL_4, "m16n8k64", As_nibble, As_nibble, 16, 64, "s32.s4.s4.s32", "", -8, 7, -8, 7, INTEGERS) \
	DO(nibbles_limited, KERNEL_4, "m16n8k64", As_nibble, As_nibble, 16, 64, "s32.u4.s4.s32", ".satfinite", 0, 15, -8, 7, SATURATED) \
	DO(nibbles_32, KERNEL_2, "m16n8k32", As_nibble, As_nibble, 16, 32, "s32.s4.u4.s32", "", -8, 7, 0, 15, INTEGERS) \
	DO(nibbles_few, KERNEL_1, "m8n8k32", As_nibble, As_nibble, 8, 32, "s32.u4.u4.s32", "", 0, 15, 0, 15, INTEGERS) \
	DO(bits_256, KERNEL_4, "m16n8k256", As_bit, As_bit, 16, 256, "s32.b1.b1.s32", ".xor.popc", 0, 1, 0, 1, BITS_XOR) \
	DO(bits_128, KERNEL_2, "m16n8k128", As_bit, As_bit, 16, 128, "s32.b1.b1.s32", ".and.popc", 0, 1, 0, 1, BITS_AND) \
	DO(bits_few, KERNEL_1, "m8n8k128", As_bit, As_bit, 8, 128, "s32.b1.b1.s32", ".xor.popc", 0, 1, 0, 1, BITS_XOR)
#define DEFINE(name, form, shape, FA, FB, m, k, types, flags, a_least, a_most, b_least, b_most, sums) form(name, shape, FA, FB, k, types, flags)
PRODUCTS(DEFINE)

// --- sums of halves, and the products of eight lanes ---

__device__ unsigned two_halves(float x, float y) { return __half_as_ushort(__float2half(x)) | (unsigned)__half_as_ushort(__float2half(y)) << 16; }
__device__ float half_of(unsigned word, int which) { return __half2float(__ushort_as_half((unsigned short)(word >> 16 * which))); }

__global__ void half_sums(const int *a, const int *b, const unsigned *c, unsigned *out)
{
	unsigned d[2], sums[2];
	for (int i = 0; i < 2; i++)
		sums[i] = two_halves(__uint_as_float(c[sum_place(2 * i)]), __uint_as_float(c[sum_place(2 * i + 1)]));
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
	             : OUTPUT2
	             : "r"(a_word<As_half>(a, 0, 16, 16)), "r"(a_word<As_half>(a, 1, 16, 16)), "r"(a_word<As_half>(a, 2, 16, 16)),
	               "r"(a_word<As_half>(a, 3, 16, 16)), "r"(b_word<As_half>(b, 0, 16)), "r"(b_word<As_half>(b, 1, 16)), "r"(sums[0]), "r"(sums[1]));
	for (int e = 0; e < 4; e++)
		out[sum_place(e)] = __float_as_uint(half_of(d[e / 2], e % 2));
}

__global__ void doubles(const int *a, const int *b, const unsigned *c, unsigned *out)
{
	int lane = threadIdx.x % 32;
	double x[8], y[4], z[4];
	for (int i = 0; i < 8; i++)
		x[i] = a[(lane / 4 + i % 2 * 8) * 16 + lane % 4 + i / 2 * 4];
	for (int i = 0; i < 4; i++)
		y[i] = b[lane / 4 * 16 + lane % 4 + i * 4], z[i] = __uint_as_float(c[sum_place(i)]);
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
	             "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
	             : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
	             : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));
	for (int e = 0; e < 4; e++)
		out[sum_place(e)] = __float_as_uint((float)z[e]);
}

__global__ void few_doubles(const int *a, const int *b, const unsigned *c, unsigned *out)
{
	int lane = threadIdx.x % 32;
	double x = a[lane], y = b[lane], z[2] = { __uint_as_float(c[sum_place(0)]), __uint_as_float(c[sum_place(1)]) };
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(z[0]), "+d"(z[1]) : "d"(x), "d"(y));
	for (int e = 0; e < 2; e++)
		out[sum_place(e)] = __float_as_uint((float)z[e]);
}

// Four products of 8x4 by 4x8; A and B of one after the other, A by rows, B by columns.
#define QUADS(name, a_layout, b_layout, a_columns, b_columns) \
	__global__ void name(const int *a, const int *b, const unsigned *c, unsigned *out) \
	{ \
		int lane = threadIdx.x % 32, quad = lane % 16 / 4, upper = lane / 16 * 4; \
		unsigned x[2], y[2], d[8]; \
		for (int i = 0; i < 2; i++) { \
			int own = upper + lane % 4, e = 2 * i; \
			const int *left = a + quad * 32, *right = b + quad * 32; \
			x[i] = a_columns ? two_halves(left[(upper + e) * 4 + lane % 4], left[(upper + e + 1) * 4 + lane % 4]) \
			                 : two_halves(left[own * 4 + e], left[own * 4 + e + 1]); \
			y[i] = b_columns ? two_halves(right[own * 4 + e], right[own * 4 + e + 1]) \
			                 : two_halves(right[(upper + e) * 4 + lane % 4], right[(upper + e + 1) * 4 + lane % 4]); \
		} \
		int places[8]; \
		for (int i = 0; i < 8; i++) \
			places[i] = quad * 64 + (upper + (lane & 1) + (i & 2)) * 8 + (i & 4) + (lane & 2) + (i & 1); \
		asm volatile("mma.sync.aligned.m8n8k4." a_layout "." b_layout ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, " \
		             "{%12, %13, %14, %15, %16, %17, %18, %19};" \
		             : OUTPUT4, "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7]) \
		             : "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(y[1]), "r"(c[places[0]]), "r"(c[places[1]]), "r"(c[places[2]]), "r"(c[places[3]]), \
		               "r"(c[places[4]]), "r"(c[places[5]]), "r"(c[places[6]]), "r"(c[places[7]])); \
		for (int i = 0; i < 8; i++) \
			out[places[i]] = d[i]; \
	}
QUADS(quads_row_col, "row", "col", 0, 1)
QUADS(quads_col_row, "col", "row", 1, 0)
QUADS(quads_row_row, "row", "row", 0, 0)
QUADS(quads_col_col, "col", "col", 1, 1)

// --- matrices of 16 bits in shared memory ---

__global__ void move(const unsigned short *in, unsigned *out, unsigned short *stored)
{
	__shared__ __align__(16) unsigned short rows[4][8][16]; // a row has 8 elements, then 8 that aren't asked for
	int lane = threadIdx.x % 32;
	for (int i = lane; i < 512; i += 32)
		((unsigned short *)rows)[i] = in[i];
	__syncwarp();
	unsigned own = (unsigned)__cvta_generic_to_shared(&rows[lane / 8][lane % 8][0]), w[4], t[4], one, two[2], moved;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : "r"(own));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 {%0, %1, %2, %3}, [%4];" : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(own));
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1 + 16];" : "=r"(one) : "r"(own));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.b16 {%0, %1}, [%2];" : "=r"(two[0]), "=r"(two[1]) : "l"((void *)&rows[lane / 8][lane % 8][0]));
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(w[0]));
	for (int i = 0; i < 4; i++)
		out[i * 32 + lane] = w[i], out[128 + i * 32 + lane] = t[i];
	out[256 + lane] = one, out[288 + lane] = two[0], out[320 + lane] = two[1], out[352 + lane] = moved;
	__syncwarp();
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(own), "r"(w[2]), "r"(w[3]) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0 + 16], {%1, %2};" :: "r"(own), "r"(w[2]), "r"(w[3]) : "memory");
	__syncwarp();
	for (int i = lane; i < 512; i += 32)
		stored[i] = ((unsigned short *)rows)[i];
}

// --- on the host ---

static int *a, *b, state;
static unsigned *c, *out;

static int draw(int least, int most)
{
	state = (int)((unsigned)state * 1664525u + 1013904223u);
	return least + (int)((unsigned)state >> 8) % (most - least + 1);
}

static void fill(int a_least, int a_most, int b_least, int b_most, int sums)
{
	for (int i = 0; i < MOST; i++)
		a[i] = draw(a_least, a_most), b[i] = draw(b_least, b_most);
	for (int i = 0; i < 256; i++) {
		float f = (float)draw(-20, 20);
		int x = sums == SATURATED && i % 3 ? (i % 3 == 1 ? 0x7fffffff - draw(0, 9) : -0x7fffffff + draw(0, 9)) : draw(-1000, 1000);
		memcpy(&c[i], sums == FLOATS ? (void *)&f : (void *)&x, 4);
	}
}

// What element I of D must be, of rows of K of A and columns of B that begin at LEFT and RIGHT.
static unsigned expected(const int *left, const int *right, unsigned addend, int k, int sums)
{
	long long sum = 0;
	for (int i = 0; i < k; i++)
		sum += sums == BITS_XOR ? left[i] ^ right[i] : sums == BITS_AND ? left[i] & right[i] : left[i] * right[i];
	float f;
	unsigned bits;
	memcpy(&f, &addend, 4);
	f += (float)sum;
	memcpy(&bits, &f, 4);
	if (sums == FLOATS)
		return bits;
	sum += (int)addend;
	if (sums == SATURATED)
		sum = sum > 0x7fffffffLL ? 0x7fffffffLL : sum < -0x80000000LL ? -0x80000000LL : sum;
	return (unsigned)sum;
}

static void check_product(const char *name, int m, int k, int sums)
{
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < m * 8; i++)
		wrong += out[i] != expected(a + i / 8 * k, b + i % 8 * k, c[i], k, sums);
	if (wrong)
		printf("%s: %d of %d\n", name, wrong, m * 8);
	CHECK(wrong == 0);
}

static void check_quads(const char *name)
{
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < 256; i++)
		wrong += out[i] != expected(a + i / 64 * 32 + i % 64 / 8 * 4, b + i / 64 * 32 + i % 8 * 4, c[i], 4, FLOATS);
	if (wrong)
		printf("%s: %d of 256\n", name, wrong);
	CHECK(wrong == 0);
}

static void check_moves()
{
	unsigned short *in, *stored;
	CHECK(cudaMallocManaged(&in, 1024) == cudaSuccess && cudaMallocManaged(&stored, 1024) == cudaSuccess);
	for (int i = 0; i < 512; i++)
		in[i] = (unsigned short)(i * 40503);
	move<<<1, 32>>>(in, out, stored);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	// Element (row, column) of matrix I, and of the half behind it.
#define AT(i, row, column) in[((i) * 8 + (row)) * 16 + (column)]
	for (int lane = 0; lane < 32; lane++) {
		int row = lane / 4, pair = lane % 4 * 2;
		for (int i = 0; i < 4; i++) {
			CHECK(out[i * 32 + lane] == (AT(i, row, pair) | (unsigned)AT(i, row, pair + 1) << 16));
			CHECK(out[128 + i * 32 + lane] == (AT(i, pair, row) | (unsigned)AT(i, pair + 1, row) << 16));
		}
		CHECK(out[256 + lane] == (AT(0, row, 8 + pair) | (unsigned)AT(0, row, 9 + pair) << 16));
		CHECK(out[288 + lane] == out[lane] && out[320 + lane] == out[32 + lane] && out[352 + lane] == out[128 + lane]);
	}
	for (int i = 0; i < 2; i++)
		for (int row = 0; row < 8; row++)
			for (int column = 0; column < 8; column++) {
				CHECK(stored[(i * 8 + row) * 16 + column] == AT(2 + i, row, column));
				CHECK(stored[(i * 8 + row) * 16 + 8 + column] == AT(2 + i, column, row));
			}
	for (int i = 256; i < 512; i++)
		CHECK(stored[i] == in[i]);
}

int main()
{
	CHECK(cudaMallocManaged(&a, MOST * 4) == cudaSuccess && cudaMallocManaged(&b, MOST * 4) == cudaSuccess);
	CHECK(cudaMallocManaged(&c, 1024) == cudaSuccess && cudaMallocManaged(&out, 2048) == cudaSuccess);
#define RUN(name, form, shape, FA, FB, m, k, types, flags, a_least, a_most, b_least, b_most, sums) \
	fill(a_least, a_most, b_least, b_most, sums); \
	name<<<1, 32>>>(a, b, c, out); \
	check_product(#name, m, k, sums);
	PRODUCTS(RUN)
	fill(-4, 4, -4, 4, FLOATS);
	half_sums<<<1, 32>>>(a, b, c, out);
	check_product("half_sums", 16, 16, FLOATS);
	doubles<<<1, 32>>>(a, b, c, out);
	check_product("doubles", 16, 16, FLOATS);
	few_doubles<<<1, 32>>>(a, b, c, out);
	check_product("few_doubles", 8, 4, FLOATS);
	quads_row_col<<<1, 32>>>(a, b, c, out);
	check_quads("quads_row_col");
	quads_col_row<<<1, 32>>>(a, b, c, out);
	check_quads("quads_col_row");
	quads_row_row<<<1, 32>>>(a, b, c, out);
	check_quads("quads_row_row");
	quads_col_col<<<1, 32>>>(a, b, c, out);
	check_quads("quads_col_col");
	check_moves();
	return unit_finish();
}
