; On other levels it keeps its body, and is inlined.
;
; TARGET: x86-64-v3
; PASSES: scaling
; CHECK: alwaysinline
; CHECK: define float @__aw_scaled_f32(
; CHECK: fmul float %x, %power
; NOT: llvm.ldexp

define float @__aw_scaled_f32(float %x, i32 %n) noinline {
  %power = bitcast i32 %n to float
  %r = fmul float %x, %power
  ret float %r
}
