; Bits of registers of 32-bit lanes are counted by bytes, which are added up by multiplications with ones; narrower vectors and other
; lanes are left to LLVM.
;
; TARGET: x86-64-v3
; PASSES: lower_popcounts
; CHECK: define <16 x i32> @two(
; CHECK: call <32 x i8> @llvm.ctpop.v32i8(
; CHECK: call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(
; CHECK: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; CHECK: shufflevector <8 x i32>
; CHECK: define <4 x i32> @half(
; CHECK: call <4 x i32> @llvm.ctpop.v4i32
; CHECK: define <8 x i64> @wide(
; CHECK: call <8 x i64> @llvm.ctpop.v8i64
; COUNT 2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(

declare <16 x i32> @llvm.ctpop.v16i32(<16 x i32>)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)
declare <8 x i64> @llvm.ctpop.v8i64(<8 x i64>)

define <16 x i32> @two(<16 x i32> %x) {
  %r = call <16 x i32> @llvm.ctpop.v16i32(<16 x i32> %x)
  ret <16 x i32> %r
}

define <4 x i32> @half(<4 x i32> %x) {
  %r = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %x)
  ret <4 x i32> %r
}

define <8 x i64> @wide(<8 x i64> %x) {
  %r = call <8 x i64> @llvm.ctpop.v8i64(<8 x i64> %x)
  ret <8 x i64> %r
}
