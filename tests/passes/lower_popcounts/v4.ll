; Bits of registers of 32-bit lanes are counted by bytes, which are added up by multiplications with ones; narrower vectors and other
; lanes are left to LLVM.
;
; TARGET: x86-64-v4
; PASSES: lower_popcounts
; CHECK: define <32 x i32> @two(
; CHECK: call <64 x i8> @llvm.ctpop.v64i8(
; CHECK: call <32 x i16> @llvm.x86.avx512.pmaddubs.w.512(
; CHECK: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
; CHECK: shufflevector <16 x i32>
; CHECK: define <8 x i32> @half(
; CHECK: call <8 x i32> @llvm.ctpop.v8i32
; CHECK: define <16 x i64> @wide(
; CHECK: call <16 x i64> @llvm.ctpop.v16i64
; COUNT 2: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(

declare <32 x i32> @llvm.ctpop.v32i32(<32 x i32>)
declare <8 x i32> @llvm.ctpop.v8i32(<8 x i32>)
declare <16 x i64> @llvm.ctpop.v16i64(<16 x i64>)

define <32 x i32> @two(<32 x i32> %x) {
  %r = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %x)
  ret <32 x i32> %r
}

define <8 x i32> @half(<8 x i32> %x) {
  %r = call <8 x i32> @llvm.ctpop.v8i32(<8 x i32> %x)
  ret <8 x i32> %r
}

define <16 x i64> @wide(<16 x i64> %x) {
  %r = call <16 x i64> @llvm.ctpop.v16i64(<16 x i64> %x)
  ret <16 x i64> %r
}
