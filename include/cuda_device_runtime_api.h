/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of the runtime that device code may call (CUDA C++ Programming Guide, 13, "CUDA Dynamic
 * Parallelism").  Launches in device code are rewritten into anywarp/device_launch.h; the functions that
 * nvcc makes of them are declared only because host code names them in templates for both sides.
 */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#if defined(__cplusplus) && defined(__CUDACC__)
#include <stddef.h>

#include "driver_types.h"
#include "vector_types.h"

extern "C" {
/* Room for the arguments of a launch from the device, and the launch. */
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ void *cudaGetParameterBufferV2(void *func, dim3 gridDimension, dim3 blockDimension,
	unsigned int sharedMemSize);
__device__ cudaError_t cudaLaunchDevice(void *func, void *parameterBuffer, dim3 gridDimension,
	dim3 blockDimension, unsigned int sharedMemSize, cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameterBuffer, cudaStream_t stream);

/* Waits for the grids that the launch depends on, where it may begin before they end (Programming Guide, "Programmatic
 * Dependent Launch and Synchronization"); and lets dependent grids begin.  Where grids run one after another, and
 * below sm_90, there is nothing to do. */
__device__ static __inline__ void cudaGridDependencySynchronize(void)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.wait;" : : : "memory");
#endif
}

__device__ static __inline__ void cudaTriggerProgrammaticLaunchCompletion(void)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.launch_dependents;" : : : "memory");
#endif
}

/* What libraries call for cudaDeviceSynchronize in device code since CUDA 11.6.  Host code never gets
 * there, but it compiles the same function. */
__host__ __device__ static __inline__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void)
{
	return cudaErrorNotSupported;
}
}
#endif

#endif
