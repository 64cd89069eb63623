// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills: checks them against the table of ranges and gives them to a stream.
#ifndef AW_RUNTIME_CORE_COPY_H
#define AW_RUNTIME_CORE_COPY_H

#include "context.h"

enum aw_wait {
	AW_ASYNC, // returns when CUDA's asynchronous form does
	AW_SYNC,  // returns when the copy is done, unless both sides are device memory
	AW_CHECK, // does nothing but look at the arguments
	AW_NODE,  // work of a graph: host memory is read and written when its turn comes
};

// Copies SHAPE (`source_pageable` is found out here) in the order of STREAM.
// Errors: AW_INVALID_MEMCPY_DIRECTION when KIND is no kind, AW_INVALID_VALUE when the pointers are
// not what KIND says or the copy leaves an allocation.
aw_status aw_core_copy(const struct aw_copy *shape, enum cudaMemcpyKind kind, cudaStream_t stream,
                       enum aw_wait wait);

// The same with arrays, where they aren't NULL; the boxes were checked.
struct cudaArray;
aw_status aw_core_copy_arrays(const struct aw_copy *shape, const struct cudaArray *target, const struct cudaArray *source,
                              enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait);

// SIZE bytes in a row.
aw_status aw_core_copy_linear(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                              cudaStream_t stream, enum aw_wait wait);

aw_status aw_core_copy_3d(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream, enum aw_wait wait);

// Between the memory of two devices.
aw_status aw_core_copy_peer(const struct aw_copy *shape, int target_device, int source_device,
                            cudaStream_t stream, enum aw_wait wait);
aw_status aw_core_copy_peer_3d(const struct cudaMemcpy3DPeerParms *parameters, cudaStream_t stream,
                               enum aw_wait wait);

// Whether the pointers are what the kind says, and a copy's boxes lie in their allocations.
aw_status aw_core_copy_check_3d(const struct cudaMemcpy3DParms *parameters);
aw_status aw_core_fill_check(const struct aw_fill *shape);
// Whether POINTER is memory that the host can't reach.
bool aw_core_copy_is_device(const void *pointer);

// Fills SHAPE.
aw_status aw_core_fill(const struct aw_fill *shape, cudaStream_t stream, enum aw_wait wait);

#endif
