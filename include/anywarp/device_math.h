// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's mathematical functions beyond the C library's (CUDA Math API): minima and maxima of mixed
// types, single-precision overloads of the functions that only CUDA has, and all of these for host
// code of .cu files, which may call them too.
#ifndef AW_DEVICE_MATH_H
#define AW_DEVICE_MATH_H

// --- min and max ---

// A type takes part with another as it does in arithmetic: unsigned wins, the longer wins.  clang
// defines (int, int) for the device.  enable_if lets programs define their own beside these.
#define AW_BOTH __host__ __device__ static inline __attribute__((enable_if(true, "")))
#define AW_HOST __host__ static inline __attribute__((enable_if(true, "")))

#define AW_EXTREMA(LINKAGE, result, A, B) \
	LINKAGE result max(A a, B b) { return (result)a > (result)b ? (result)a : (result)b; } \
	LINKAGE result min(A a, B b) { return (result)a < (result)b ? (result)a : (result)b; }

#define AW_EXTREMA_OF_SIZE(LINKAGE, type) \
	AW_EXTREMA(LINKAGE, type, type, type) \
	AW_EXTREMA(AW_BOTH, unsigned type, unsigned type, unsigned type) \
	AW_EXTREMA(AW_BOTH, unsigned type, type, unsigned type) \
	AW_EXTREMA(AW_BOTH, unsigned type, unsigned type, type)
AW_EXTREMA_OF_SIZE(AW_HOST, int)
AW_EXTREMA_OF_SIZE(AW_BOTH, long)
AW_EXTREMA_OF_SIZE(AW_BOTH, long long)
#undef AW_EXTREMA_OF_SIZE
#undef AW_EXTREMA

// The number when the other operand is a NaN.
#define AW_EXTREMA(type, A, B, suffix) \
	AW_BOTH type max(A a, B b) { return fmax##suffix((type)a, (type)b); } \
	AW_BOTH type min(A a, B b) { return fmin##suffix((type)a, (type)b); }
AW_EXTREMA(float, float, float, f)
AW_EXTREMA(double, double, double, )
AW_EXTREMA(double, float, double, )
AW_EXTREMA(double, double, float, )
#undef AW_EXTREMA

// --- functions that only CUDA has, by their plain name on float ---

#define AW_FLOAT(name) __device__ static inline float name(float a) { return name##f(a); }
AW_FLOAT(rsqrt)
AW_FLOAT(rcbrt)
AW_FLOAT(sinpi)
AW_FLOAT(cospi)
AW_FLOAT(exp10)
AW_FLOAT(erfinv)
AW_FLOAT(erfcinv)
AW_FLOAT(erfcx)
AW_FLOAT(normcdf)
AW_FLOAT(normcdfinv)
#undef AW_FLOAT

__device__ static inline void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }
__device__ static inline void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }
__device__ static inline float fdivide(float a, float b) { return fdividef(a, b); }

#undef AW_HOST
#undef AW_BOTH

#endif
