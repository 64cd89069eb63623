; On level v4, ldexp of any shape becomes the instruction for registers of 512 bits: one for 16 floats, two for 16 doubles, one for
; a float alone.
;
; TARGET: x86-64-v4
; PASSES: lower_scaling
; CHECK: define <16 x float> @floats(
; CHECK: sitofp <16 x i32> %n to <16 x float>
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(
; CHECK: define <16 x double> @doubles(
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(
; CHECK: define float @one(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(
; CHECK: extractelement <16 x float>
; CHECK: ret float
; COUNT 2: = call <8 x double>
; COUNT 2: = call <16 x float>
; NOT: call <16 x float> @llvm.ldexp

declare <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float>, <16 x i32>)
declare <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double>, <16 x i32>)
declare float @llvm.ldexp.f32.i32(float, i32)

define <16 x float> @floats(<16 x float> %x, <16 x i32> %n) {
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %n)
  ret <16 x float> %r
}

define <16 x double> @doubles(<16 x double> %x, <16 x i32> %n) {
  %r = call <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double> %x, <16 x i32> %n)
  ret <16 x double> %r
}

define float @one(float %x, i32 %n) {
  %r = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
  ret float %r
}
