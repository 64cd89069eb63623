// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launching kernels, and what can be asked and told of them.
#ifndef AW_RUNTIME_CORE_LAUNCH_H
#define AW_RUNTIME_CORE_LAUNCH_H

#include "context.h"
#include "module.h"
#include "thread.h"

// Launches the kernel behind the stub HOST.
aw_status aw_core_launch(const void *host, const struct aw_shape *shape, void **arguments, bool cooperative);

// cudaLaunchKernelExC: the shape and attributes in CONFIGURATION.
aw_status aw_core_launch_extended(const void *host, const cudaLaunchConfig_t *configuration, void **arguments);

// Whether KERNEL can have SHAPE.
aw_status aw_core_launch_check(const struct CUfunc_st *kernel, const struct aw_shape *shape);

// Launches KERNEL, for callers that hold it; one of WORK's argument forms is set.
aw_status aw_core_launch_kernel(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                struct aw_launch *work);

// The same with what ATTRIBUTES ask for.
aw_status aw_core_launch_attributed(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                    const cudaLaunchAttribute *attributes, unsigned count, struct aw_launch *work);

// What ATTRIBUTES ask for, into WORK alone; events to be recorded are nobody's.
aw_status aw_core_launch_attributes(const cudaLaunchAttribute *attributes, unsigned count, struct aw_launch *work);

struct aw_shape aw_core_launch_shape(const cudaLaunchConfig_t *configuration);

aw_status aw_core_function_attributes(const struct CUfunc_st *kernel, struct cudaFuncAttributes *attributes);
aw_status aw_core_function_set(struct CUfunc_st *kernel, enum cudaFuncAttribute attribute, int value);

// Blocks resident on one multiprocessor.
aw_status aw_core_function_occupancy(const struct CUfunc_st *kernel, int block_size, size_t dynamic_shared,
                                     int *blocks);
// The most dynamic shared memory with which BLOCKS blocks are resident.
aw_status aw_core_function_available_shared(const struct CUfunc_st *kernel, int blocks, int block_size,
                                            size_t *bytes);

#endif
