; A power that was rounded by a sum with 1.5 * 2^23 is a whole number, so the instruction takes it as it is, where what is scaled is NaN
; for a power that is.  In @any the power may have a fraction, in @none what is scaled is a number where the power is NaN.
;
; TARGET: x86-64-v4
; PASSES: lower_scaling
; CHECK: define <16 x float> @whole(
; CHECK: shufflevector <16 x float> %k,
; CHECK: define <16 x float> @shifted(
; CHECK: shufflevector <16 x float> %k2,
; CHECK: define <16 x float> @any(
; CHECK: call <16 x i32> @llvm.lrint
; CHECK: sitofp
; CHECK: define <16 x float> @none(
; CHECK: call <16 x i32> @llvm.lrint
; CHECK: sitofp
; COUNT 2: = sitofp

declare <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float>, <16 x i32>)
declare <16 x i32> @llvm.lrint.v16i32.v16f32(<16 x float>)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)

define <16 x float> @whole(<16 x float> %x) {
  %sum = fadd <16 x float> %x, splat (float 0x4168000000000000)
  %k = fadd <16 x float> %sum, splat (float 0xC168000000000000)
  %rest = fsub <16 x float> %x, %k
  %r = call <16 x float> @llvm.fma.v16f32(<16 x float> %rest, <16 x float> splat (float 5.0), <16 x float> splat (float 1.0))
  %n = call <16 x i32> @llvm.lrint.v16i32.v16f32(<16 x float> %k)
  %s = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %r, <16 x i32> %n)
  ret <16 x float> %s
}

define <16 x float> @shifted(<16 x float> %x) {
  %sum = fadd <16 x float> %x, splat (float 0x4168000000000000)
  %k = fadd <16 x float> %sum, splat (float 0xC168000000000000)
  %k2 = fadd <16 x float> %k, splat (float -2.0)
  %r = fsub <16 x float> %x, %k2
  %n = call <16 x i32> @llvm.lrint.v16i32.v16f32(<16 x float> %k2)
  %s = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %r, <16 x i32> %n)
  ret <16 x float> %s
}

define <16 x float> @any(<16 x float> %x) {
  %sum = fadd <16 x float> %x, splat (float 0x4168000000000000)
  %k = fadd <16 x float> %sum, splat (float 0xC168000000000000)
  %k2 = fadd <16 x float> %k, splat (float 0.5)
  %r = fsub <16 x float> %x, %k2
  %n = call <16 x i32> @llvm.lrint.v16i32.v16f32(<16 x float> %k2)
  %s = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %r, <16 x i32> %n)
  ret <16 x float> %s
}

define <16 x float> @none(<16 x float> %x, <16 x float> %other) {
  %sum = fadd <16 x float> %x, splat (float 0x4168000000000000)
  %k = fadd <16 x float> %sum, splat (float 0xC168000000000000)
  %r = fsub <16 x float> %other, splat (float 1.0)
  %n = call <16 x i32> @llvm.lrint.v16i32.v16f32(<16 x float> %k)
  %s = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %r, <16 x i32> %n)
  ret <16 x float> %s
}
