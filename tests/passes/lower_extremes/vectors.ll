; fmax and fmin of vectors become what x86 has an instruction for, and more only where an operand may be no number or zeros may differ:
; where neither can, in either order, a comparison and a choice are all.
;
; TARGET: x86-64-v3
; PASSES: lower_extremes
; CHECK: define <8 x float> @any(
; CHECK: fcmp ogt <8 x float> %a, %b
; CHECK: fcmp uno <8 x float> %b, %b
; CHECK: fcmp une <8 x float> %a, %b
; CHECK: sext <8 x i1>
; CHECK: or <8 x i32>
; CHECK: and <8 x i32>
; CHECK: define <8 x float> @clamp(
; CHECK: fcmp ogt <8 x float> %a, zeroinitializer
; CHECK: fcmp olt <8 x float>
; CHECK: ret
; CHECK: define <8 x float> @turned(
; CHECK: fcmp olt <8 x float> zeroinitializer, %a
; CHECK: fcmp uno <8 x float> %a, %a
; CHECK: define <8 x float> @magnitudes(
; CHECK: fcmp ogt
; CHECK: fcmp uno
; CHECK: ret
; CHECK: define <8 x float> @largest(
; CHECK: fcmp ogt <8 x float> %x, %m
; CHECK: fcmp une <8 x float> %x, %m
; CHECK: define float @single(
; CHECK: fcmp olt float %a, %b
; CHECK: fcmp uno float %b, %b
; CHECK: fcmp oeq float %a, %b
; CHECK: or i32
; COUNT 3: fcmp uno <8 x float>
; COUNT 2: fcmp une <8 x float>
; NOT: call <8 x float> @llvm.m

declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.minnum.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare float @llvm.minnum.f32(float, float)

define <8 x float> @any(<8 x float> %a, <8 x float> %b) {
  %r = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %r
}

define <8 x float> @clamp(<8 x float> %a) {
  %m = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> zeroinitializer)
  %r = call <8 x float> @llvm.minnum.v8f32(<8 x float> %m, <8 x float> <float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0>)
  ret <8 x float> %r
}

; The least of +0 and -0 is the latter, which the operand may be.
define <8 x float> @turned(<8 x float> %a) {
  %r = call <8 x float> @llvm.minnum.v8f32(<8 x float> %a, <8 x float> zeroinitializer)
  ret <8 x float> %r
}

; No -0 among them.
define <8 x float> @magnitudes(<8 x float> %a, <8 x float> %b) {
  %x = call <8 x float> @llvm.fabs.v8f32(<8 x float> %a)
  %y = call <8 x float> @llvm.fabs.v8f32(<8 x float> %b)
  %r = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %x, <8 x float> %y)
  ret <8 x float> %r
}

; What the loop carries is always a number.
define <8 x float> @largest(ptr %p, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi <8 x float> [ <float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000, float 0xFFF0000000000000>, %entry ], [ %r, %loop ]
  %address = getelementptr <8 x float>, ptr %p, i64 %i
  %x = load <8 x float>, ptr %address
  %r = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %m, <8 x float> %x)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret <8 x float> %r
}

define float @single(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}
