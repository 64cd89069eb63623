// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline PTX of sm_90: atomic operations on several elements, on bf16; extremes of magnitudes; and floats rounded to the digits that
// matrices have.
// FLAGS: -arch=sm_90
#include <cuda_bf16.h>

#include "kernels/kernel_test.h"

enum { COUNT = 1 << 16 };

struct Sums {
	float four[4], pair[2];
	unsigned halves[2], brains, brain;
};

__global__ void update(Sums *sums, float *before)
{
	float a, b, c, d;
	unsigned old;
	unsigned short one = 0x3f80;
	asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(sums->pair), "f"(1.0f), "f"(2.0f) : "memory");
	asm volatile("atom.global.v4.f32.add {%0, %1, %2, %3}, [%4], {%5, %5, %5, %6};"
	             : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(sums->four), "f"(0.5f), "f"(1.5f) : "memory");
	asm volatile("red.relaxed.gpu.global.add.noftz.v2.f16x2 [%0], {%1, %2};"
	             ::"l"(sums->halves), "r"(0x3c004000u), "r"(0x40003c00u) : "memory");
	asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(&sums->brains), "r"(0x3f804000u) : "memory");
	asm volatile("atom.acq_rel.gpu.global.add.noftz.bf16 %0, [%1], %0;" : "+h"(one) : "l"(&sums->brain) : "memory");
	asm volatile("atom.global.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(old) : "l"(&sums->brains), "r"(0) : "memory");
	before[threadIdx.x] = a + b + c + d + one * 0 + (old ? 0 : 1000);
}

static void test_updates()
{
	Buffer<unsigned> raw(sizeof(Sums) / 4, 0);
	Buffer<float> before(64);
	update<<<1, 64>>>((Sums *)raw.device, before.device);
	Sums sums;
	float seen[64], most = 0;
	CALL(cudaMemcpy(&sums, raw.device, sizeof(sums), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(seen, before.device, sizeof(seen), cudaMemcpyDeviceToHost));
	CHECK(sums.pair[0] == 64 && sums.pair[1] == 128);
	CHECK(sums.four[0] == 32 && sums.four[2] == 32 && sums.four[3] == 96);
	CHECK(sums.halves[0] == 0x54005800 && sums.halves[1] == 0x58005400);
	CHECK(sums.brains == 0x42804300 && (sums.brain & 0xffff) == 0x4280);
	for (float value : seen)
		most = value > most ? value : most;
	CHECK(most == 63 * 3.0f);
}

__global__ void extremes(float *out)
{
	asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(out[0]) : "f"(-3.0f), "f"(2.0f));
	asm("max.xorsign.abs.f32 %0, %1, %2;" : "=f"(out[1]) : "f"(-3.0f), "f"(-2.0f));
	asm("max.NaN.xorsign.abs.f32 %0, %1, %2;" : "=f"(out[2]) : "f"(1.0f), "f"(-4.0f));
	unsigned pair;
	asm("min.xorsign.abs.f16x2 %0, %1, %2;" : "=r"(pair) : "r"(0xbc004000u), "r"(0x4000bc00u));
	out[3] = pair == 0xbc00bc00u;
}

__host__ __device__ float number(int i)
{
	unsigned bits = (unsigned)i << 16 | ((unsigned)i * 40503u & 0xffff);
	float x;
	memcpy(&x, &bits, sizeof(x));
	return x;
}

__global__ void round(unsigned *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	float x = number(i);
	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out[4 * i]) : "f"(x == x ? x : 0)); // which NaN it is made differs on a GPU
	asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(out[4 * i + 1]) : "f"(x));
	asm("cvt.rz.tf32.f32 %0, %1;" : "=r"(out[4 * i + 2]) : "f"(x));
	asm("cvt.rn.relu.tf32.f32 %0, %1;" : "=r"(out[4 * i + 3]) : "f"(x));
}

static unsigned rounded(int at)
{
	float x = number(at / 4);
	unsigned bits, lost;
	memcpy(&bits, &x, sizeof(bits));
	if (x != x)
		return at % 4 ? 0x7fffe000 : 0;
	if (at % 4 == 3 && x <= 0)
		return 0;
	lost = bits & 0x1fff;
	bits -= lost;
	bool up = at % 4 == 0 ? lost >= 0x1000 : at % 4 == 2 ? false : lost > 0x1000 || (lost == 0x1000 && (bits & 0x2000));
	return bits + (up ? 0x2000 : 0);
}

int main()
{
	test_updates();
	Buffer<float> found(4);
	extremes<<<1, 1>>>(found.device);
	found.expect([](int i) { return i == 0 ? -2.0f : i == 1 ? 3.0f : i == 2 ? -4.0f : 1.0f; });
	Buffer<unsigned> digits(4 * COUNT);
	round<<<COUNT / 256, 256>>>(digits.device);
	digits.expect([](int i) { return rounded(i); });
	return unit_finish();
}
