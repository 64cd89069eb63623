; Calls of fmax and fmin become LLVM's intrinsics, also where the library's functions are there; what takes a function's address stays.
;
; PASSES: name_extremes
; CHECK: define float @f(
; CHECK: call float @llvm.maxnum.f32(float %a, float %b)
; CHECK: call float @llvm.minnum.f32(float
; CHECK: define double @d(
; CHECK: call double @llvm.maxnum.f64(double %a, double %b)
; CHECK: call double @llvm.minnum.f64(double
; CHECK: ret ptr @__nv_fminf
; NOT: call float @__nv
; NOT: call double @__nv

declare float @__nv_fmaxf(float, float)
declare double @__nv_fmax(double, double)
declare double @__nv_fmin(double, double)

define float @__nv_fminf(float %a, float %b) {
  ret float %a
}

define float @f(float %a, float %b) {
  %m = call float @__nv_fmaxf(float %a, float %b)
  %r = call float @__nv_fminf(float %m, float %b)
  ret float %r
}

define double @d(double %a, double %b) {
  %m = call double @__nv_fmax(double %a, double %b)
  %r = call double @__nv_fmin(double %m, double %b)
  ret double %r
}

define ptr @address() {
  ret ptr @__nv_fminf
}
