// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of MTGP32 for kernels (cuRAND library, "Bit Generation with the MTGP32 generator").  States are begun as
// MTGP begins them (M. Saito, M. Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2013).
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "curand.h"
#include "curand_kernel.h"

// Copies COUNT bytes that were made at HOST, and frees those.
static inline curandStatus_t aw_mtgp32_give(void *device, void *host, size_t count_) {
	cudaError_t error = host ? cudaMemcpy(device, host, count_, cudaMemcpyHostToDevice) : cudaErrorMemoryAllocation;
	curandStatus_t failed = host ? CURAND_STATUS_INITIALIZATION_FAILED : CURAND_STATUS_ALLOCATION_FAILED;
	free(host);
	return error == cudaSuccess ? CURAND_STATUS_SUCCESS : failed;
}

// Writes the 200 sets PARAMS to P, device memory, as kernels read them.
static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *p) {
	mtgp32_kernel_params_t *all_ = (mtgp32_kernel_params_t *)calloc(1, sizeof(*all_));
	for (int i = 0; all_ && i < CURAND_NUM_MTGP32_PARAMS; i++) {
		all_->pos_tbl[i] = (unsigned int)params[i].pos;
		all_->sh1_tbl[i] = (unsigned int)params[i].sh1;
		all_->sh2_tbl[i] = (unsigned int)params[i].sh2;
		memcpy(all_->param_tbl[i], params[i].tbl, sizeof(all_->param_tbl[i]));
		memcpy(all_->temper_tbl[i], params[i].tmp_tbl, sizeof(all_->temper_tbl[i]));
		memcpy(all_->single_temper_tbl[i], params[i].flt_tmp_tbl, sizeof(all_->single_temper_tbl[i]));
	}
	if (all_)
		all_->mask[0] = params[0].mask;
	return aw_mtgp32_give(p, all_, sizeof(*all_));
}

static inline void aw_mtgp32_begin(unsigned int *state, const mtgp32_params_fast_t *set, unsigned int seed) {
	int size = set->mexp / 32 + 1;
	unsigned int hidden = set->tbl[4] ^ set->tbl[8] << 16, fill = hidden;
	fill += fill >> 16;
	fill += fill >> 8;
	memset(state, (int)(fill & 0xff), (size_t)size * sizeof(*state));
	state[0] = seed;
	state[1] = hidden;
	for (int i = 1; i < size; i++)
		state[i] ^= 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + (unsigned int)i;
}

// Begins N states at S, device memory, one for each block, with the sets PARAMS, which lie at K for kernels.
// CURAND_STATUS_OUT_OF_RANGE: there are more blocks than sets.
static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
                                                         mtgp32_kernel_params_t *k, int n, unsigned long long seed) {
	if (n < 0 || n > CURAND_NUM_MTGP32_PARAMS)
		return CURAND_STATUS_OUT_OF_RANGE;
	if (n == 0)
		return CURAND_STATUS_SUCCESS;
	curandStateMtgp32_t *all_ = (curandStateMtgp32_t *)calloc((size_t)n, sizeof(*all_));
	for (int i = 0; all_ && i < n; i++) {
		aw_mtgp32_begin(all_[i].s, &params[i], (unsigned int)(seed ^ seed >> 32) + (unsigned int)i + 1);
		all_[i].pIdx = i;
		all_[i].k = k;
	}
	return aw_mtgp32_give(s, all_, (size_t)n * sizeof(*all_));
}

#endif
