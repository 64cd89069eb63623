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

// --- the C library's functions by their plain name on float, as far as clang only declares them ---

#define AW_DEVICE __device__ static inline
#define AW_FLOAT(result, name) AW_DEVICE result name(float a) { return name##f(a); }
AW_FLOAT(float, acosh)
AW_FLOAT(float, asinh)
AW_FLOAT(float, atanh)
AW_FLOAT(float, cbrt)
AW_FLOAT(float, erf)
AW_FLOAT(float, erfc)
AW_FLOAT(float, exp2)
AW_FLOAT(float, expm1)
AW_FLOAT(int, ilogb)
AW_FLOAT(float, lgamma)
AW_FLOAT(long long, llrint)
AW_FLOAT(long long, llround)
AW_FLOAT(float, log1p)
AW_FLOAT(float, log2)
AW_FLOAT(float, logb)
AW_FLOAT(long, lrint)
AW_FLOAT(long, lround)
AW_FLOAT(float, nearbyint)
AW_FLOAT(float, rint)
AW_FLOAT(float, round)
AW_FLOAT(float, tgamma)
AW_FLOAT(float, trunc)
#undef AW_FLOAT

#define AW_FLOAT(name, type) AW_DEVICE float name(float a, type b) { return name##f(a, b); }
AW_FLOAT(copysign, float)
AW_FLOAT(fdim, float)
AW_FLOAT(fmax, float)
AW_FLOAT(fmin, float)
AW_FLOAT(hypot, float)
AW_FLOAT(nextafter, float)
AW_FLOAT(remainder, float)
AW_FLOAT(scalbln, long)
AW_FLOAT(scalbn, int)
#undef AW_FLOAT
AW_DEVICE float fma(float a, float b, float c) { return fmaf(a, b, c); }
AW_DEVICE float remquo(float a, float b, int *quotient) { return remquof(a, b, quotient); }
// The payload of a NaN is a number in C's notation; the quiet bit is always set.
AW_DEVICE double nan(const char *payload) { return __nv_nan((const signed char *)payload); }
AW_DEVICE float nanf(const char *payload) { return __nv_nanf((const signed char *)payload); }

// --- functions that only CUDA has, by their plain name on float ---

#define AW_FLOAT(name) AW_DEVICE float name(float a) { return name##f(a); }
AW_FLOAT(j0)
AW_FLOAT(j1)
AW_FLOAT(y0)
AW_FLOAT(y1)
AW_FLOAT(cyl_bessel_i0)
AW_FLOAT(cyl_bessel_i1)
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

AW_DEVICE float jn(int order, float a) { return jnf(order, a); }
AW_DEVICE float yn(int order, float a) { return ynf(order, a); }
AW_DEVICE void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }
AW_DEVICE void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }
AW_DEVICE float fdivide(float a, float b) { return fdividef(a, b); }

// --- builtins of GCC that clang lacks, as code for nvcc uses them on either side ---

#if !__has_builtin(__builtin_sincos)
AW_BOTH void __builtin_sincos(double a, double *sine, double *cosine) { sincos(a, sine, cosine); }
AW_BOTH void __builtin_sincosf(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }
AW_HOST void __builtin_sincosl(long double a, long double *sine, long double *cosine) { sincosl(a, sine, cosine); }
#endif

#if !__has_builtin(__builtin_j0)
#define AW_BESSEL(name) \
	AW_BOTH double __builtin_##name(double a) { return name(a); } \
	AW_BOTH float __builtin_##name##f(float a) { return name##f(a); }
AW_BESSEL(j0)
AW_BESSEL(j1)
AW_BESSEL(y0)
AW_BESSEL(y1)
#undef AW_BESSEL
#define AW_BESSEL(name) \
	AW_BOTH double __builtin_##name(int order, double a) { return name(order, a); } \
	AW_BOTH float __builtin_##name##f(int order, float a) { return name##f(order, a); }
AW_BESSEL(jn)
AW_BESSEL(yn)
#undef AW_BESSEL
#endif

#undef AW_DEVICE
#undef AW_HOST
#undef AW_BOTH

#endif
