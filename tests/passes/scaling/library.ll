; The library's function becomes ldexp on level v4, and is inlined.
;
; TARGET: x86-64-v4
; PASSES: scaling
; CHECK: alwaysinline
; CHECK: define float @__aw_scaled_f32(
; CHECK: call float @llvm.ldexp.f32.i32(float %x, i32 %n)
; NOT: fmul

define float @__aw_scaled_f32(float %x, i32 %n) noinline {
  %power = bitcast i32 %n to float
  %r = fmul float %x, %power
  ret float %r
}
