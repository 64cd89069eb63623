// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// threadIdx and its like (CUDA C++ Programming Guide, 10.4).  Their members read registers of the hardware, so they are properties,
// as in clang's header of them, in whose place this stands: here they may be copied (auto at = threadIdx), and a copy
// reads the same registers.
#ifndef AW_BUILTIN_VARIABLES_H
#define AW_BUILTIN_VARIABLES_H

#define AW_DEVICE static inline __attribute__((always_inline)) __device__
#define AW_MEMBER(name, register) \
	__declspec(property(get = __fetch_builtin_##name)) unsigned int name; \
	AW_DEVICE unsigned int __fetch_builtin_##name(void) { return __nvvm_read_ptx_sreg_##register##_##name(); }
#define AW_VARIABLE(name, register) \
	struct __cuda_builtin_##name##_t { \
		AW_MEMBER(x, register) \
		AW_MEMBER(y, register) \
		AW_MEMBER(z, register) \
		__device__ __cuda_builtin_##name##_t(const __cuda_builtin_##name##_t &) {} \
		__device__ operator dim3() const { return dim3(x, y, z); } \
		__device__ operator uint3() const { return uint3{x, y, z}; } \
\
	private: \
		__device__ __cuda_builtin_##name##_t() = delete; \
		__device__ void operator=(const __cuda_builtin_##name##_t &) const = delete; \
		__device__ __cuda_builtin_##name##_t *operator&() const = delete; \
	}; \
	extern const __device__ __attribute__((weak)) __cuda_builtin_##name##_t name;

AW_VARIABLE(threadIdx, tid)
AW_VARIABLE(blockIdx, ctaid)
AW_VARIABLE(blockDim, ntid)
AW_VARIABLE(gridDim, nctaid)
__device__ const int warpSize = 32;

#undef AW_VARIABLE
#undef AW_MEMBER
#undef AW_DEVICE

#endif
