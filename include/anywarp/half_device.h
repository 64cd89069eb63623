/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The operations of one format of 16 bits that the device library has (src/devlib/math/half_functions.h; for
 * PTX src/devlib/ptx/half.cu).  Who includes this defines AW_NAME and AW_PAIR as for half_operations.h.
 */
#if defined(__CUDA_ARCH__)

extern "C" {
#define AW_DECLARE(kind, type) __device__ unsigned short AW_NAME(__aw_from_##kind)(type);
#define AW_BINARY(word) \
	__device__ unsigned short AW_NAME(__aw_##word)(unsigned short, unsigned short); \
	__device__ unsigned int AW_PAIR(__aw_##word)(unsigned int, unsigned int);
#define AW_TERNARY(word) \
	__device__ unsigned short AW_NAME(__aw_##word)(unsigned short, unsigned short, unsigned short); \
	__device__ unsigned int AW_PAIR(__aw_##word)(unsigned int, unsigned int, unsigned int);
__device__ float AW_NAME(__aw_to_float)(unsigned short);
AW_DECLARE(float_rn, float)
AW_DECLARE(float_rz, float)
AW_DECLARE(float_rd, float)
AW_DECLARE(float_ru, float)
AW_DECLARE(double, double)
AW_DECLARE(ll_rn, long long)
AW_DECLARE(ll_rz, long long)
AW_DECLARE(ll_rd, long long)
AW_DECLARE(ll_ru, long long)
AW_DECLARE(ull_rn, unsigned long long)
AW_DECLARE(ull_rz, unsigned long long)
AW_DECLARE(ull_rd, unsigned long long)
AW_DECLARE(ull_ru, unsigned long long)
AW_BINARY(add)
AW_BINARY(sub)
AW_BINARY(mul)
AW_BINARY(div)
AW_BINARY(add_rn)
AW_BINARY(sub_rn)
AW_BINARY(mul_rn)
AW_BINARY(add_sat)
AW_BINARY(sub_sat)
AW_BINARY(mul_sat)
AW_BINARY(min)
AW_BINARY(max)
AW_BINARY(min_nan)
AW_BINARY(max_nan)
AW_TERNARY(fma)
AW_TERNARY(fma_sat)
AW_TERNARY(fma_relu)
#undef AW_TERNARY
#undef AW_BINARY
#undef AW_DECLARE
}

#endif

#if defined(__CUDACC__)

extern "C" {
#define AW_UNARY(word) __device__ unsigned short AW_NAME(__aw_##word)(unsigned short);
#include "anywarp/half_unary.h"
#undef AW_UNARY
__device__ unsigned short AW_NAME(__aw_atomic_add)(unsigned short *, unsigned short);
__device__ unsigned int AW_PAIR(__aw_atomic_add)(unsigned int *, unsigned int);
}

#endif
