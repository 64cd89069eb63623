// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of what fast_math_begin.h began.
#ifdef __USE_FAST_MATH__
#pragma pop_macro("__CLANG_GPU_APPROX_TRANSCENDENTALS__")
#undef __nv_expf
#undef __nv_exp10f
#undef __nv_log10f
#undef __nv_powf
#undef __nv_tanf
#endif
