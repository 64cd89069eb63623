// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory pools: allocation in stream order (CUDA Runtime API, "Stream Ordered Memory Allocator").
#ifndef AW_RUNTIME_CORE_POOL_H
#define AW_RUNTIME_CORE_POOL_H

#include "context.h"
#include "range.h"
#include "share.h"

aw_status aw_core_pool_create(struct aw_context *context, cudaMemPool_t *pool);
// One of the host's or of managed memory at PLACE, whose order is that of CONTEXT's streams.
aw_status aw_core_pool_create_placed(struct aw_context *context, enum aw_memory_kind kind, const struct cudaMemLocation *place,
                                     bool is_default, cudaMemPool_t *pool);
aw_status aw_core_pool_destroy(cudaMemPool_t pool);

// A device's default pool, and the one that cudaMallocAsync takes from.
aw_status aw_core_pool_of_device(int ordinal, bool default_pool, cudaMemPool_t *pool);
aw_status aw_core_pool_select(int ordinal, cudaMemPool_t pool);

// Memory for work of STREAM; POOL NULL is the current pool of the stream's device.
aw_status aw_core_pool_allocate(size_t size, cudaMemPool_t pool, cudaStream_t stream, void **address);
// cudaFreeAsync: frees ADDRESS once the work given to STREAM so far is done.
aw_status aw_core_pool_free(void *address, cudaStream_t stream);
// Gives RANGE back to its pool; STREAM NULL: no work uses it any more.
aw_status aw_core_pool_release(const struct aw_range *range, struct CUstream_st *stream);

aw_status aw_core_pool_set(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value);
aw_status aw_core_pool_get(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
// Hands memory nobody uses back until no more than KEEP bytes are reserved.
aw_status aw_core_pool_trim(cudaMemPool_t pool, size_t keep);
// The device whose memory POOL deals out; AW_INVALID_VALUE when it is no pool.
aw_status aw_core_pool_device(cudaMemPool_t pool, struct aw_context **context);

// Where POOL has its memory of KIND, the host's or managed; NULL: it has none, or is no pool.
const struct cudaMemLocation *aw_core_pool_place(cudaMemPool_t pool, enum aw_memory_kind kind);
// Whether device ORDINAL may reach the memory of a pool of the host's: no device may that wasn't let.
void aw_core_pool_admit(cudaMemPool_t pool, unsigned ordinal, bool admitted);
bool aw_core_pool_admits(cudaMemPool_t pool, unsigned ordinal);

// --- between processes ---

// A file that stands for POOL in another process, and the pool there: it deals out nothing of its own.
aw_status aw_core_pool_export(cudaMemPool_t pool, int *file);
aw_status aw_core_pool_import(int file, cudaMemPool_t *pool);
aw_status aw_core_pool_export_pointer(const void *address, struct aw_share_ticket *ticket);
aw_status aw_core_pool_import_pointer(cudaMemPool_t pool, const struct aw_share_ticket *ticket, void **address);
// POOL takes no more than MOST bytes, rounded up to 32 MiB, from the device; 0: as much as there is.
void aw_core_pool_limit(cudaMemPool_t pool, size_t most);
// Marks POOL, newly made, as one that can be exported.
void aw_core_pool_make_shareable(cudaMemPool_t pool);

// --- for the context and streams ---

void aw_core_pool_trim_all(struct aw_context *context);
void aw_core_pool_drop_all(struct aw_context *context);
// STREAM is about to be destroyed: nothing may count on its order any more.
void aw_core_pool_stream_gone(struct CUstream_st *stream);

#endif
