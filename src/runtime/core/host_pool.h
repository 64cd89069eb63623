// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pools of the host's memory by place (CUDA Runtime API, cudaMemPoolCreate and cudaMemGetDefaultMemPool): of all of it, or of one of its
// nodes, where the system has the memory as it likes.
#ifndef AW_RUNTIME_CORE_HOST_POOL_H
#define AW_RUNTIME_CORE_HOST_POOL_H

#include "pool.h"

// A new pool at LOCATION; AW_INVALID_VALUE when that is no place of the host, or none of a pool's.
aw_status aw_core_host_pool_create(const struct cudaMemLocation *location, cudaMemPool_t *pool);
// LOCATION's default pool, which is made when it is first asked for, or the one that was chosen.
aw_status aw_core_host_pool_at(const struct cudaMemLocation *location, bool default_pool, cudaMemPool_t *pool);
// Chooses POOL, which must be one of LOCATION's.
aw_status aw_core_host_pool_select(const struct cudaMemLocation *location, cudaMemPool_t pool);
// POOL is about to be destroyed.
void aw_core_host_pool_forget(cudaMemPool_t pool);

#endif
