// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt between floats and pairs of numbers of 8 bits, and to 16 bits in a direction: the bits of the functions of the headers. cvt.pack.
// set of pairs.
// FLAGS: -arch=sm_90
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <climits>

#include "kernels/kernel_test.h"

enum { COUNT = 1 << 16, RESULTS = 10 };

// Numbers of all magnitudes of 8 and of 16 bits, and those between them.
__host__ __device__ float number(int i)
{
	unsigned bits = (unsigned)i << 16 | ((unsigned)i * 40503u & 0xffff);
	float x;
	memcpy(&x, &bits, sizeof(x));
	return x;
}

__global__ void convert(unsigned *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	float a = number(i), b = number(COUNT - 1 - i);
	unsigned short pair, small, directed[6];
	unsigned halves, brains = __half_as_ushort(__float2half_rn(a)) | (unsigned)__half_as_ushort(__float2half_rn(b)) << 16;
	asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(b), "f"(a));
	out[RESULTS * i] = pair;
	asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(b), "f"(a));
	out[RESULTS * i + 1] = pair;
	asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(small) : "r"(brains));
	out[RESULTS * i + 2] = small;
	asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(halves) : "h"((unsigned short)i));
	out[RESULTS * i + 3] = halves;
	asm("cvt.rz.f16.f32 %0, %1;" : "=h"(directed[0]) : "f"(a));
	asm("cvt.rm.f16.f32 %0, %1;" : "=h"(directed[1]) : "f"(a));
	asm("cvt.rp.f16.f32 %0, %1;" : "=h"(directed[2]) : "f"(a));
	asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(directed[3]) : "f"(a));
	asm("cvt.rm.bf16.f32 %0, %1;" : "=h"(directed[4]) : "f"(a));
	asm("cvt.rp.bf16.f32 %0, %1;" : "=h"(directed[5]) : "f"(a));
	for (int k = 0; k < 6; k++)
		out[RESULTS * i + 4 + k] = directed[k];
}

static unsigned expected(int at)
{
	int i = at / RESULTS;
	float a = number(i), b = number(COUNT - 1 - i);
	float2 both = make_float2(a, b);
	__half2_raw halves;
	switch (at % RESULTS) {
	case 0: return __nv_cvt_float2_to_fp8x2(both, __NV_SATFINITE, __NV_E4M3);
	case 1: return __nv_cvt_float2_to_fp8x2(both, __NV_SATFINITE, __NV_E5M2);
	case 2: return __nv_cvt_halfraw2_to_fp8x2(__half2_raw(__floats2half2_rn(a, b)), __NV_SATFINITE, __NV_E5M2);
	case 3: halves = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, __NV_E4M3); return halves.x | (unsigned)halves.y << 16;
	case 4: return __half_as_ushort(__float2half_rz(a));
	case 5: return __half_as_ushort(__float2half_rd(a));
	case 6: return __half_as_ushort(__float2half_ru(a));
	case 7: return __bfloat16_as_ushort(__float2bfloat16_rz(a));
	case 8: return __bfloat16_as_ushort(__float2bfloat16_rd(a));
	default: return __bfloat16_as_ushort(__float2bfloat16_ru(a));
	}
}

enum { PACKS = 8 };

// Around the ends of what 2, 4, 8 and 16 bits hold, and of all 32.
__host__ __device__ int integer(int i)
{
	int bits = 1 << i / 8 % 4, ends[] = { -1 << 2 * bits - 1, 1 << 2 * bits - 1, 1 << 2 * bits, 0, INT_MIN, INT_MAX, i * 77777, -i };
	return ends[i % 8] + (i % 8 < 4 ? i / 32 % 3 - 1 : 0);
}

#define PACK(k, types) asm("cvt.pack.sat." types ".s32.b32 %0, %1, %2, %3;" : "=r"(out[PACKS * i + k]) : "r"(a), "r"(b), "r"(c))
__global__ void pack(unsigned *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), a = integer(i), b = integer(3 * i + 1), c = 0x12345678 + i;
	PACK(0, "s8");
	PACK(1, "u8");
	PACK(2, "s4");
	PACK(3, "u4");
	PACK(4, "s2");
	PACK(5, "u2");
	asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(out[PACKS * i + 6]) : "r"(a), "r"(b));
	asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(out[PACKS * i + 7]) : "r"(a), "r"(b));
}

static unsigned packed(int at)
{
	int i = at / PACKS, kind = at % PACKS, bits = kind > 5 ? 16 : 8 >> kind / 2;
	int least = kind % 2 ? 0 : -1 << (bits - 1), most = kind % 2 ? (1 << bits) - 1 : (1 << (bits - 1)) - 1;
	unsigned a = (unsigned)std::min(std::max(integer(i), least), most), b = (unsigned)std::min(std::max(integer(3 * i + 1), least), most);
	unsigned mask = (1u << bits) - 1, c = kind > 5 ? 0 : (0x12345678u + (unsigned)i) << 2 * bits;
	return c | (a & mask) << bits | (b & mask);
}

enum { SETS = 5 };

// Pairs of halves that are less, equal and greater, and not numbers.
__host__ __device__ unsigned halves(int i)
{
	const unsigned short some[] = { 0x3c00, 0xbc00, 0, 0x8000, 0x7e00, 0x7c00, 1 };
	return some[i % 7] | (unsigned)some[i / 7 % 7] << 16;
}

__global__ void set(unsigned *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	unsigned a = halves(i), b = halves(i * 5 + i / 49), *to = out + SETS * i;
	asm("set.le.u32.f16x2 %0, %1, %2;" : "=r"(to[0]) : "r"(a), "r"(b));
	asm("set.gtu.s32.f16x2 %0, %1, %2;" : "=r"(to[1]) : "r"(a), "r"(b));
	asm("set.ne.f16x2.f16x2 %0, %1, %2;" : "=r"(to[2]) : "r"(a), "r"(b));
	asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; set.eq.and.u32.f16x2 %0, %1, %2, p; }" : "=r"(to[3]) : "r"(a), "r"(b), "r"(i & 1));
	asm("set.le.u32.bf16x2 %0, %1, %2;" : "=r"(to[4]) : "r"(a), "r"(b));
}

static unsigned holds(int at)
{
	int i = at / SETS, kind = at % SETS;
	unsigned result = 0;
	for (int half = 0; half < 32; half += 16) {
		unsigned short x = (unsigned short)(halves(i) >> half), y = (unsigned short)(halves(i * 5 + i / 49) >> half);
		float a = kind == 4 ? __bfloat162float(__ushort_as_bfloat16(x)) : __half2float(__ushort_as_half(x));
		float b = kind == 4 ? __bfloat162float(__ushort_as_bfloat16(y)) : __half2float(__ushort_as_half(y));
		bool is = kind == 1 ? !(a <= b) : kind == 2 ? a < b || a > b : kind == 3 ? i % 2 && a == b : a <= b;
		result |= is ? (kind == 2 ? 0x3c00u : 0xffffu) << half : 0;
	}
	return result;
}

int main()
{
	Buffer<unsigned> sets(1024 * SETS);
	set<<<4, 256>>>(sets.device);
	sets.expect(holds);
	Buffer<unsigned> packs(1024 * PACKS);
	pack<<<4, 256>>>(packs.device);
	packs.expect(packed);
	Buffer<unsigned> out(COUNT * RESULTS);
	convert<<<COUNT / 256, 256>>>(out.device);
	out.expect(expected);
	return unit_finish();
}
