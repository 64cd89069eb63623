// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --use_fast_math: the plain single-precision functions become the fast ones (CUDA C++ Programming
// Guide, 16.2, "Intrinsic Functions").  clang's definitions, which follow, have a switch for some of
// them; the others are renamed.  fast_math_end.h undoes it.  Included once each, by device_language.h.
#ifdef __USE_FAST_MATH__
#pragma push_macro("__CLANG_GPU_APPROX_TRANSCENDENTALS__")
#undef __CLANG_GPU_APPROX_TRANSCENDENTALS__
#define __CLANG_GPU_APPROX_TRANSCENDENTALS__ 1
#define __nv_expf __nv_fast_expf
#define __nv_exp10f __nv_fast_exp10f
#define __nv_log10f __nv_fast_log10f
#define __nv_powf __nv_fast_powf
#define __nv_tanf __nv_fast_tanf
#endif
