// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pools of the host's and of managed memory by place (CUDA Runtime API, cudaMemPoolCreate and cudaMemGetDefaultMemPool): the host, one of
// its nodes, where the system has the memory as it likes, and for managed memory also a device or no place.
#ifndef AW_RUNTIME_CORE_PLACE_POOL_H
#define AW_RUNTIME_CORE_PLACE_POOL_H

#include "pool.h"

// A new pool of KIND at LOCATION; AW_INVALID_VALUE when such memory isn't there.
aw_status aw_core_place_pool_create(enum aw_memory_kind kind, const struct cudaMemLocation *location, cudaMemPool_t *pool);
// LOCATION's default pool, which is made when it is first asked for, or the one that was chosen.
aw_status aw_core_place_pool_at(enum aw_memory_kind kind, const struct cudaMemLocation *location, bool default_pool, cudaMemPool_t *pool);
// Chooses POOL, which must be one of LOCATION's.
aw_status aw_core_place_pool_select(enum aw_memory_kind kind, const struct cudaMemLocation *location, cudaMemPool_t pool);
// POOL is about to be destroyed.
void aw_core_place_pool_forget(cudaMemPool_t pool);

#endif
