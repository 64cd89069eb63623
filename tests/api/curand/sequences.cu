// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device generators of cuRAND give cuRAND's own sequences: what stands here was printed by NVIDIA's generators for
// the same seeds, sequences and offsets.  Words and uniform numbers must be the same bits; of normal numbers, whose logarithms
// and sines may differ in the last place, some are compared within 1e-5.
// RUNS: ANYWARP_STRATEGY=fiber,simd
// QUICK: -Xptxas -O0
#include <curand_kernel.h>

#include "kernels/kernel_test.h"

enum { KINDS = 5, PLACES = 6, NORMALS = 22 };

__device__ static unsigned long long mix(unsigned long long sum, unsigned long long word)
{
	return (sum ^ word) * 1099511628211ull;
}
__device__ static unsigned long long bits(double x)
{
	unsigned long long word;
	memcpy(&word, &x, sizeof(word));
	return word;
}

template <class State>
__device__ static void words(State &state, unsigned long long *sum)
{
	unsigned long long h = 14695981039346656037ull;
	for (int i = 0; i < 9; i++)
		h = mix(h, curand(&state));
	for (int i = 0; i < 5; i++) {
		h = mix(h, bits(curand_uniform(&state)));
		h = mix(h, bits(curand_uniform_double(&state)));
	}
	*sum = h;
}

template <class State>
__device__ static void pseudo(State &state, unsigned long long n, unsigned long long *sum)
{
	words(state, sum);
	skipahead(n, &state);
	skipahead_sequence(n >> 3, &state);
	*sum = mix(*sum, curand(&state));
}

template <class Vector>
__device__ static void fill_vectors(Vector &vectors, int bits)
{
	unsigned long long seed = 88172645463325252ull;
	for (int i = 0; i < bits; i++) {
		seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
		vectors[i] = (sizeof(vectors[0]) == 4 ? (unsigned)(seed >> 32) : seed) | 1ull << (bits - 1 - i);
	}
}

__device__ static void of_xorwow(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                 unsigned long long *sum, float *normals)
{
	curandState state;
	curand_init(seed, sequence, offset, &state);
	pseudo(state, offset + 19, sum);
	for (int i = 0; i < 3; i++)
		normals[i] = curand_normal(&state);
	normals[3] = (float)curand_normal_double(&state);
	normals[4] = curand_log_normal(&state, 0.5f, 0.25f);
	const double means[3] = { 7.5, 300, 5000 };
	normals[5] = 0;
	for (int i = 0; i < 3; i++)
		normals[5] += (float)curand_poisson(&state, means[i]);
}

__device__ static void of_mrg(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                              unsigned long long *sum, float *normals)
{
	curandStateMRG32k3a state;
	curand_init(seed, sequence, offset, &state);
	pseudo(state, offset + 19, sum);
	normals[0] = curand_normal(&state);
	normals[1] = (float)curand_normal2_double(&state).y;
}

__device__ static void of_philox(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                 unsigned long long *sum, float *normals)
{
	curandStatePhilox4_32_10_t state;
	curand_init(seed, sequence, offset, &state);
	pseudo(state, offset + 19, sum);
	uint4 four = curand4(&state);
	curand(&state);
	float4 uniform = curand_uniform4(&state), normal = curand_normal4(&state);
	*sum = mix(mix(mix(*sum ^ bits(uniform.x + uniform.w), four.x), four.y), four.w);
	normals[0] = normal.x, normals[1] = normal.y, normals[2] = normal.w;
	normals[3] = (float)curand_normal2_double(&state).y;
	normals[4] = curand_log_normal4(&state, 1.0f, 0.5f).z;
	normals[5] = (float)curand_poisson4(&state, 20.0).w;
}

__device__ static void of_sobol(unsigned long long seed, unsigned long long offset, unsigned long long *sums, float *normals)
{
	unsigned vectors32[32];
	unsigned long long vectors64[64];
	fill_vectors(vectors32, 32);
	fill_vectors(vectors64, 64);
	curandStateSobol32 sobol;
	curand_init(vectors32, (unsigned)offset, &sobol);
	words(sobol, &sums[0]);
	normals[0] = curand_normal(&sobol);
	normals[1] = (float)curand_poisson(&sobol, 600.0);
	curandStateScrambledSobol64 scrambled;
	curand_init(vectors64, seed, offset, &scrambled);
	words(scrambled, &sums[1]);
	normals[2] = (float)curand_normal_double(&scrambled);
	normals[3] = (float)curand_log_normal_double(&scrambled, 0.25, 0.5);
}

__device__ static void all_kinds(int place, unsigned long long *sums, float *normals)
{
	const unsigned long long seeds[PLACES] = { 0, 1234, 1234, 0x123456789abcdef0ull, 42, 42 };
	const unsigned long long sequences[PLACES] = { 0, 0, 1, 77777, 0x3edcba98765ull, 1048575 };
	const unsigned long long offsets[PLACES] = { 0, 0, 3, 1000001, 0x8000000005ull, 6 };
	of_xorwow(seeds[place], sequences[place], offsets[place], &sums[0], &normals[0]);
	of_mrg(seeds[place], sequences[place], offsets[place], &sums[1], &normals[6]);
	of_philox(seeds[place], sequences[place], offsets[place], &sums[2], &normals[12]);
	of_sobol(seeds[place], offsets[place], &sums[3], &normals[18]);
}
__global__ void sequences_kernel(unsigned long long *sums, float *normals)
{
	int place = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	if (place < PLACES)
		all_kinds(place, sums + place * KINDS, normals + place * NORMALS);
}

// What cuRAND 10.4 gives.
static const unsigned long long wanted_sums[KINDS * PLACES] = {
	8748712181904788424u, 5570053992478576649u, 2995825301939585506u, 5687266584557296681u, 12295337662239401251u,
	7064097693095687942u, 2737399387264390319u, 13279484934193523038u, 5687266584557296681u, 3004941718315097257u,
	3369987487363822080u, 8895611539448385446u, 13768071020924152116u, 12386060946267898158u, 3682120526357840554u,
	11680276601591694861u, 2913204563705788915u, 7686800235074399290u, 15192777499451201178u, 5028656289975015044u,
	17766544938650874713u, 10271046701596092921u, 15140638451503574269u, 10149792103788501535u, 6982796183087242743u,
	15822570256502716972u, 2060492308255623003u, 3746534662949903498u, 4876382762941988712u, 4652645074652886226u,
};
static const float wanted_normals[PLACES * NORMALS] = {
	-0.453962f, -0.6806611f, -2.57497f, -0.2302964f, 1.737f, 5266.0f, 0.1957641f, -1.362629f, 0.0f, 0.0f, 0.0f,
	0.0f, 0.4085501f, -0.001448889f, 0.6124838f, 0.1786436f, 3.754424f, 20.0f, 1.315761f, 619.0f, 1.315761f, 1.893499f,
	0.3508626f, -1.083406f, -0.1680933f, 2.368246f, 1.91147f, 5436.0f, 1.380893f, -0.8359064f, 0.0f, 0.0f, 0.0f,
	0.0f, 0.4551696f, 0.411752f, 1.745996f, 0.8637217f, 3.604463f, 12.0f, 1.315761f, 619.0f, 1.315761f, 1.893499f,
	-0.378365f, -0.1128816f, -0.2547877f, 0.03950532f, 1.206917f, 5336.0f, 0.03623535f, -1.160052f, 0.0f, 0.0f, 0.0f,
	0.0f, -0.1216075f, -0.5648599f, 0.2773396f, 1.740564f, 1.503223f, 22.0f, -0.3672327f, 608.0f, -0.3672327f, 1.523262f,
	-0.8847734f, 0.2464582f, 2.396032f, -2.302903f, 1.583213f, 5324.0f, 0.09991677f, -2.615459f, 0.0f, 0.0f, 0.0f,
	0.0f, 0.7354335f, 0.07107797f, 1.460878f, -0.4526718f, 2.98816f, 17.0f, -0.8157007f, 620.0f, -1.023869f, 2.246563f,
	1.644559f, 1.058699f, -0.3114149f, 1.550779f, 1.967658f, 5246.0f, 0.6372495f, 0.9553385f, 0.0f, 0.0f, 0.0f,
	0.0f, -0.0975739f, 0.8175213f, 0.6080498f, -0.3314301f, 1.682114f, 15.0f, -0.421481f, 612.0f, -0.8190338f, 1.968712f,
	1.830086f, -0.04408501f, -1.360985f, -0.1669441f, 2.113138f, 5210.0f, -0.3373803f, -0.8099252f, 0.0f, 0.0f, 0.0f,
	0.0f, 0.06422768f, -1.031184f, 0.8286372f, -0.5584035f, 3.411907f, 16.0f, 0.4816797f, 618.0f, 0.4816797f, 1.861303f,
};

int main()
{
	Buffer<unsigned long long> sums(KINDS * PLACES, 0);
	Buffer<float> normals(PLACES * NORMALS, 0);
	sequences_kernel<<<1, 32>>>(sums.device, normals.device);
	sums.expect([](int i) { return wanted_sums[i]; });
	float *numbers = normals.download();
	for (int i = 0; i < PLACES * NORMALS; i++) {
		float wanted = wanted_normals[i], size = fabsf(wanted) > 1 ? fabsf(wanted) : 1;
		if (fabsf(numbers[i] - wanted) <= 1e-5f * size)
			continue;
		fprintf(stderr, "place %d, number %d: %.8g, expected %.8g\n", i / NORMALS, i % NORMALS, numbers[i], wanted);
		unit_failed++;
	}
	free(numbers);
	return unit_finish();
}
