// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// threadIdx and its like (CUDA C++ Programming Guide, 10.4), in the place of clang's header of them: variables of the types that they have
// with nvcc, so that whatever takes a uint3 or dim3 takes them (templates, constructors, references, auto).  No device has such variables:
// the compiler reads registers of the hardware for them (index_variables.c).  A host function that reads one finds none at link time.
#ifndef AW_BUILTIN_VARIABLES_H
#define AW_BUILTIN_VARIABLES_H

extern const __device__ uint3 threadIdx __asm__("__device_builtin_variable_threadIdx");
extern const __device__ uint3 blockIdx __asm__("__device_builtin_variable_blockIdx");
extern const __device__ dim3 blockDim __asm__("__device_builtin_variable_blockDim");
extern const __device__ dim3 gridDim __asm__("__device_builtin_variable_gridDim");
__device__ const int warpSize = 32;

#endif
