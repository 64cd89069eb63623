/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Complex numbers as float2 and double2, for host and device, C and C++ (CUDA Toolkit, cuComplex).
 * Division scales both operands by the size of the divisor, so that it does not overflow where the
 * result does not.
 */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_types.h"

#define __AW_COMPLEX static __inline__ __host__ __device__ __attribute__((__unused__))

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* SUFFIX is f for single precision; NAME the type; math functions end in SUFFIX as well. */
#define __AW_COMPLEX_OF(NAME, real, suffix) \
	__AW_COMPLEX real cuCreal##suffix(NAME x) { return x.x; } \
	__AW_COMPLEX real cuCimag##suffix(NAME x) { return x.y; } \
	__AW_COMPLEX NAME make_##NAME(real r, real i) { \
		NAME z_; \
		z_.x = r; \
		z_.y = i; \
		return z_; \
	} \
	__AW_COMPLEX NAME cuConj##suffix(NAME x) { return make_##NAME(x.x, -x.y); } \
	__AW_COMPLEX NAME cuCadd##suffix(NAME x, NAME y) { return make_##NAME(x.x + y.x, x.y + y.y); } \
	__AW_COMPLEX NAME cuCsub##suffix(NAME x, NAME y) { return make_##NAME(x.x - y.x, x.y - y.y); } \
	__AW_COMPLEX NAME cuCmul##suffix(NAME x, NAME y) { \
		return make_##NAME(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); \
	} \
	__AW_COMPLEX NAME cuCdiv##suffix(NAME x, NAME y) { \
		real scale_ = 1 / (fabs##suffix(y.x) + fabs##suffix(y.y)); \
		real a = x.x * scale_, b = x.y * scale_, c = y.x * scale_, d = y.y * scale_; \
		real norm_ = 1 / (c * c + d * d); \
		return make_##NAME((a * c + b * d) * norm_, (b * c - a * d) * norm_); \
	} \
	__AW_COMPLEX real cuCabs##suffix(NAME x) { return hypot##suffix(x.x, x.y); } \
	/* x * y + d */ \
	__AW_COMPLEX NAME cuCfma##suffix(NAME x, NAME y, NAME d) { \
		return make_##NAME(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x); \
	}

__AW_COMPLEX_OF(cuFloatComplex, float, f)
__AW_COMPLEX_OF(cuDoubleComplex, double, )

__AW_COMPLEX cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
__AW_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_cuDoubleComplex(c.x, c.y); }
__AW_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
	return make_cuFloatComplex((float)c.x, (float)c.y);
}

#undef __AW_COMPLEX_OF
#undef __AW_COMPLEX

#endif
