; Where the power is at hand as a number, the library's function becomes ldexp of that, not of the integer.
;
; TARGET: x86-64-v4
; PASSES: scaling
; CHECK: alwaysinline
; CHECK: define float @__aw_scaled_by_f32(
; CHECK: call i32 @llvm.lrint.i32.f32(float %k)
; CHECK: call float @llvm.ldexp.f32.i32(float %x, i32
; NOT: fmul

define float @__aw_scaled_by_f32(float %x, float %k, i32 %n) noinline {
  %power = bitcast i32 %n to float
  %r = fmul float %x, %power
  ret float %r
}
