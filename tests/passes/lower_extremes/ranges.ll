; With AVX-512 fmax and fmin are one instruction, vrange, for each register, and for single numbers.  What comes from memory may signal and
; is made quiet first; what arithmetic or another extreme gives doesn't.  Where a comparison and a choice are all, these are taken.
;
; TARGET: x86-64-v4
; PASSES: lower_extremes
; CHECK: define <32 x float> @loaded(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %1, <16 x float> %1, i32 5, <16 x float> poison, i16 -1, i32 4)
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %2, <16 x float> %2, i32 5,
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %3, <16 x float> %4, i32 5,
; CHECK: ret <32 x float>
; CHECK: define <8 x float> @quiet(
; CHECK: call <8 x float> @llvm.x86.avx512.mask.range.ps.256(
; CHECK: ret <8 x float>
; CHECK: define double @tree(
; CHECK: ret double
; CHECK: define <16 x float> @bound(
; CHECK: fcmp ogt <16 x float>
; CHECK: ret <16 x float>
; COUNT 6: call <16 x float> @llvm.x86.avx512.mask.range
; COUNT 1: call <8 x float> @llvm.x86.avx512.mask.range
; COUNT 6: call <2 x double> @llvm.x86.avx512.mask.range
; NOT: call double @llvm.m

declare <32 x float> @llvm.maxnum.v32f32(<32 x float>, <32 x float>)
declare <16 x float> @llvm.maxnum.v16f32(<16 x float>, <16 x float>)
declare <8 x float> @llvm.minnum.v8f32(<8 x float>, <8 x float>)
declare double @llvm.maxnum.f64(double, double)

define <32 x float> @loaded(<32 x float> %a, <32 x float> %b) {
  %r = call <32 x float> @llvm.maxnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %r
}

define <8 x float> @quiet(<8 x float> %a, <8 x float> %b) {
  %x = fmul <8 x float> %a, %b
  %y = fadd <8 x float> %a, %b
  %r = call <8 x float> @llvm.minnum.v8f32(<8 x float> %x, <8 x float> %y)
  ret <8 x float> %r
}

; Three of the operands are loaded.
define double @tree(ptr %p, i64 %i) {
  %q = getelementptr double, ptr %p, i64 %i
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = load double, ptr %q
  %m = call double @llvm.maxnum.f64(double %a, double %b)
  %n = fneg double %m
  %r = call double @llvm.maxnum.f64(double %n, double %c)
  %s = call double @llvm.maxnum.f64(double %r, double %m)
  ret double %s
}

define <16 x float> @bound(<16 x float> %a) {
  %r = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %a, <16 x float> zeroinitializer)
  ret <16 x float> %r
}
