; Sixteen lanes are a register of AVX-512.
;
; TARGET: x86-64-v4
; PASSES: pair_products
; CHECK: define <16 x i32> @bytes(
; CHECK: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
; CHECK: add <16 x i32> %

define <16 x i32> @bytes(<16 x i32> %a, i32 %scalar, <16 x i32> %s) {
  %w0 = shl i32 %scalar, 24
  %y0 = ashr exact i32 %w0, 24
  %v0 = insertelement <16 x i32> poison, i32 %y0, i64 0
  %b0 = shufflevector <16 x i32> %v0, <16 x i32> poison, <16 x i32> zeroinitializer
  %w2 = shl i32 %scalar, 8
  %y2 = ashr i32 %w2, 24
  %v2 = insertelement <16 x i32> poison, i32 %y2, i64 0
  %b2 = shufflevector <16 x i32> %v2, <16 x i32> poison, <16 x i32> zeroinitializer
  %a0 = and <16 x i32> %a, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %x2 = lshr <16 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %a2 = and <16 x i32> %x2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %p0 = mul nsw <16 x i32> %a0, %b0
  %p2 = mul nsw <16 x i32> %b2, %a2
  %t = add nsw <16 x i32> %p0, %s
  %r = add nsw <16 x i32> %p2, %t
  ret <16 x i32> %r
}
