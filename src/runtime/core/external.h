// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory and semaphores of other APIs (CUDA Runtime API, "External Resource Interoperability").  A CUexternalMemory of the
// driver interface is the same object.
#ifndef AW_RUNTIME_CORE_EXTERNAL_H
#define AW_RUNTIME_CORE_EXTERNAL_H

#include "context.h"

// The file descriptor is the runtime's from then on.
aw_status aw_core_external_import_memory(const struct cudaExternalMemoryHandleDesc *wanted, cudaExternalMemory_t *memory);
// What is mapped stays when the memory is destroyed, until the program frees it.
aw_status aw_core_external_map_buffer(cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *part, void **address);
aw_status aw_core_external_map_array(cudaExternalMemory_t memory, const struct cudaExternalMemoryMipmappedArrayDesc *wanted,
                                     cudaMipmappedArray_t *array);
aw_status aw_core_external_destroy_memory(cudaExternalMemory_t memory);

aw_status aw_core_external_import_semaphore(const struct cudaExternalSemaphoreHandleDesc *wanted,
                                            cudaExternalSemaphore_t *semaphore);
aw_status aw_core_external_signal(const cudaExternalSemaphore_t *semaphores,
                                  const struct cudaExternalSemaphoreSignalParams *parameters, unsigned count, cudaStream_t stream);
aw_status aw_core_external_wait(const cudaExternalSemaphore_t *semaphores, const struct cudaExternalSemaphoreWaitParams *parameters,
                                unsigned count, cudaStream_t stream);
aw_status aw_core_external_destroy_semaphore(cudaExternalSemaphore_t semaphore);

// --- for graphs ---

// Whether HANDLES are semaphores of one device, which *CONTEXT tells.
aw_status aw_core_external_check_semaphores(const cudaExternalSemaphore_t *handles, unsigned count, struct aw_context **context);
// Does what PARAMS, those of a node for external semaphores, say.
aw_status aw_core_external_submit(struct CUstream_st *stream, const struct cudaGraphNodeParams *params);

// --- for the context ---

void aw_core_external_drop_all(struct aw_context *context);

#endif
