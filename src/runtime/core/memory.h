// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation, host registration, and what a pointer is.
#ifndef AW_RUNTIME_CORE_MEMORY_H
#define AW_RUNTIME_CORE_MEMORY_H

#include "context.h"
#include "range.h"

// Memory of KIND on the current device; SIZE 0 gives a null pointer.
aw_status aw_core_memory_allocate(enum aw_memory_kind kind, size_t size, unsigned flags, void **address);

// Rows of WIDTH bytes at a pitch that suits every access, HEIGHT of them; PITCH is set too.
aw_status aw_core_memory_allocate_pitch(size_t width, size_t height, void **address, size_t *pitch);

// Frees device or managed memory (HOST false) or page-locked memory, after the device's work.
aw_status aw_core_memory_free(void *address, bool host);

aw_status aw_core_memory_register(void *address, size_t size, unsigned flags);
aw_status aw_core_memory_unregister(void *address);

// The device's address of page-locked memory, and the flags it was made with.
aw_status aw_core_memory_device_pointer(void *host, unsigned flags, void **device);
aw_status aw_core_memory_host_flags(const void *host, unsigned *flags);

aw_status aw_core_memory_attributes(const void *address, struct cudaPointerAttributes *attributes);
aw_status aw_core_memory_info(size_t *free_bytes, size_t *total_bytes);

// Managed memory: advice and its queries; DEVICE is an ordinal or cudaCpuDeviceId.
aw_status aw_core_memory_advise(const void *address, size_t size, enum cudaMemoryAdvise advice, int device);
aw_status aw_core_memory_prefetch(const void *address, size_t size, int device, cudaStream_t stream);
aw_status aw_core_memory_attach(void *address, unsigned flags, cudaStream_t stream);
aw_status aw_core_memory_query(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                               const void *address, size_t count);

// Forgets and frees all memory of CONTEXT.
void aw_core_memory_drop_all(struct aw_context *context);

#endif
