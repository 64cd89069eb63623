// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of memory that the runtime knows, by address: every allocation, registered host memory
// and device variable.  A pointer that lies in none of them is pageable host memory.
#ifndef AW_RUNTIME_CORE_RANGE_H
#define AW_RUNTIME_CORE_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aw_context;
struct CUmemPoolHandle_st;
struct aw_graph_memory;

enum aw_range_kind {
	AW_RANGE_DEVICE,
	AW_RANGE_HOST,       // cudaMallocHost, cudaHostAlloc
	AW_RANGE_REGISTERED, // cudaHostRegister
	AW_RANGE_MANAGED,
	AW_RANGE_VARIABLE,         // a __device__ or __constant__ variable
	AW_RANGE_MANAGED_VARIABLE, // a __managed__ variable
};

struct aw_range {
	uintptr_t base;
	size_t size;
	enum aw_range_kind kind;
	unsigned flags; // of cudaHostAlloc, cudaHostRegister or cudaMallocManaged
	struct aw_context *context;      // NULL: of no device in particular
	struct CUmemPoolHandle_st *pool; // that it came from, or NULL
	struct aw_graph_memory *graph;   // an allocation of a graph's node, or NULL
	uint64_t id;                     // in this process, of this record and no later one: given when it is added
	bool sync_memops;                // copies and fills that wait for themselves wait here, too (cuPointerSetAttribute)
	bool pooled;                     // it came from a pool, which may be gone: cudaFree takes it wherever it lies
	bool mapped;                     // by cuMemMap or from another process: not to be freed as an allocation
	// cudaMemAdvise and cudaMemPrefetchAsync: locations are device ordinals, -1 host, -2 none.
	bool read_mostly;
	int preferred, prefetched;
	uint64_t accessed_by; // bit 0 host, bit 1 + ordinal
};

// Adds RANGE; false without memory.  It must not overlap another.
bool aw_core_range_add(const struct aw_range *range);

// The range that holds ADDRESS.
bool aw_core_range_find(const void *address, struct aw_range *range);

// Whether any range overlaps SIZE bytes at ADDRESS; the first one.
bool aw_core_range_overlap(const void *address, size_t size, struct aw_range *range);

// Takes the range that begins at BASE out.
bool aw_core_range_remove(const void *base, struct aw_range *range);

// Replaces the record of the range that begins at range->base.
void aw_core_range_update(const struct aw_range *range);

// Takes any one range of CONTEXT out; false when there is none.
bool aw_core_range_take(const struct aw_context *context, struct aw_range *range);

// Any one range that came from POOL; false when there is none.
bool aw_core_range_find_pool(const struct CUmemPoolHandle_st *pool, struct aw_range *range);

#endif
