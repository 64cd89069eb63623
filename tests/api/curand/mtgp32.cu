// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MTGP32 in kernels, with sets of parameters of the program's own: the blocks' numbers are those of the recursion.
// The published sets are those that cuRAND has.
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include "unit/unit.h"

enum { BLOCKS = 3, THREADS = 256, ROUNDS = 5, COUNT = THREADS * ROUNDS };
static mtgp32_params_fast_t sets[CURAND_NUM_MTGP32_PARAMS];

__global__ void generate(curandStateMtgp32_t *states, unsigned *out)
{
	for (int round = 0; round < ROUNDS; round++)
		out[blockIdx.x * COUNT + round * THREADS + threadIdx.x] = curand(&states[blockIdx.x]);
}

static void make_sets(void)
{
	for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; i++) {
		mtgp32_params_fast_t *set = &sets[i];
		set->mexp = MTGPDC_MEXP;
		set->pos = 5 + i % 90;
		set->sh1 = 13;
		set->sh2 = 4;
		set->mask = 0xfff80000;
		for (unsigned k = 0; k < 16; k++) {
			set->tbl[k] = k * 0x9e3779b9u * (unsigned)(i + 1);
			set->tmp_tbl[k] = k * 0x85ebca6bu * (unsigned)(i + 3);
			set->flt_tmp_tbl[k] = set->tmp_tbl[k] >> 9 | 0x3f800000;
		}
	}
}

static void expect(int block, const unsigned *got, unsigned seed)
{
	static unsigned s[MTGPDC_N + COUNT];
	const mtgp32_params_fast_t *set = &sets[block];
	unsigned hidden = set->tbl[4] ^ set->tbl[8] << 16, fill = hidden;
	fill += fill >> 16;
	fill += fill >> 8;
	for (int i = 0; i < MTGPDC_N; i++)
		s[i] = (fill & 0xff) * 0x01010101u;
	s[0] = seed;
	s[1] = hidden;
	for (int i = 1; i < MTGPDC_N; i++)
		s[i] ^= 1812433253u * (s[i - 1] ^ s[i - 1] >> 30) + (unsigned)i;
	bool good = true;
	for (int i = 0; i < COUNT; i++) {
		unsigned x = (s[i] & set->mask) ^ s[i + 1], t = s[i + set->pos - 1];
		x ^= x << set->sh1;
		x ^= s[i + set->pos] >> set->sh2;
		x ^= set->tbl[x & 15];
		s[i + MTGPDC_N] = x;
		t ^= t >> 16;
		t ^= t >> 8;
		good &= got[i] == (x ^ set->tmp_tbl[t & 15]);
	}
	CHECK(good);
}

// FNV-1a of all bytes of the table, as it is with the header of cuRAND 13.0.
static void check_published(void)
{
	unsigned long long hash = 0xcbf29ce484222325ull;
	const unsigned char *bytes = (const unsigned char *)mtgp32dc_params_fast_11213;
	for (size_t i = 0; i < sizeof(mtgp32dc_params_fast_11213); i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3ull;
	CHECK(mtgpdc_params_11213_num == CURAND_NUM_MTGP32_PARAMS && sizeof(mtgp32dc_params_fast_11213) == 200 * 236);
	CHECK(hash == 0xffec079995b1ca78ull);
}

int main(void)
{
	check_published();
	const unsigned long long seed = 0x500000007ull;
	mtgp32_kernel_params_t *constants;
	curandStateMtgp32_t *states;
	unsigned *out;
	make_sets();
	CHECK(cudaMalloc((void **)&constants, sizeof(*constants)) == cudaSuccess);
	CHECK(cudaMalloc((void **)&states, BLOCKS * sizeof(*states)) == cudaSuccess);
	CHECK(cudaMallocManaged((void **)&out, BLOCKS * COUNT * sizeof(*out)) == cudaSuccess);
	CHECK(curandMakeMTGP32Constants(sets, constants) == CURAND_STATUS_SUCCESS);
	CHECK(curandMakeMTGP32KernelState(states, sets, constants, BLOCKS, seed) == CURAND_STATUS_SUCCESS);
	CHECK(curandMakeMTGP32KernelState(states, sets, constants, 201, seed) == CURAND_STATUS_OUT_OF_RANGE);
	generate<<<BLOCKS, THREADS>>>(states, out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int block = 0; block < BLOCKS; block++)
		expect(block, out + block * COUNT, (unsigned)(seed ^ seed >> 32) + (unsigned)block + 1);
	return unit_finish();
}
