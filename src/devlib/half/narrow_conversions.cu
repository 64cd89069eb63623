// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What PTX's cvt does with pairs of numbers of 8 bits: too great ones become the greatest finite number; the first is in the
// lower half.
#include <cuda_runtime.h>
#include <cuda_fp8.h>

#define AW_CONVERSIONS_OF(name, kind) \
	extern "C" __device__ unsigned short __aw_##name##x2_of_floats(float low, float high) \
	{ \
		return __nv_cvt_float2_to_fp8x2(make_float2(low, high), __NV_SATFINITE, kind); \
	} \
	extern "C" __device__ unsigned int __aw_##name##x2_to_halves(unsigned short pair) \
	{ \
		__half2_raw halves = __nv_cvt_fp8x2_to_halfraw2(pair, kind); \
		return halves.x | (unsigned int)halves.y << 16; \
	}
AW_CONVERSIONS_OF(e4m3, __NV_E4M3)
AW_CONVERSIONS_OF(e5m2, __NV_E5M2)
