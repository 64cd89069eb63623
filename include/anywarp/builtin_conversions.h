// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// threadIdx and its like as uint3 and dim3 (CUDA C++ Programming Guide, 10.4).  clang declares these
// conversions and leaves their bodies to whoever defines the vector types.
#ifndef AW_BUILTIN_CONVERSIONS_H
#define AW_BUILTIN_CONVERSIONS_H

#define AW_CONVERSIONS(type) \
	__device__ __forceinline__ type::operator dim3() const { return dim3(x, y, z); } \
	__device__ __forceinline__ type::operator uint3() const { return uint3{x, y, z}; }

AW_CONVERSIONS(__cuda_builtin_threadIdx_t)
AW_CONVERSIONS(__cuda_builtin_blockIdx_t)
AW_CONVERSIONS(__cuda_builtin_blockDim_t)
AW_CONVERSIONS(__cuda_builtin_gridDim_t)

#undef AW_CONVERSIONS

#endif
