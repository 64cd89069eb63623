; Products of bytes 0 and 2 of the same words in the same sum are one of halves, whatever their signs; an unsigned half has no room, a byte
; 1 no partner in byte 2, and what is used otherwise, too, stays.
;
; TARGET: x86-64-v3
; PASSES: pair_products
; CHECK: define <8 x i32> @bytes(
; CHECK: and <16 x i16>
; CHECK: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; CHECK: add <8 x i32> %
; CHECK: ret
; CHECK: define <8 x i32> @halves(
; CHECK: shufflevector <32 x i8>
; CHECK: ashr <16 x i16>
; CHECK: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; CHECK: define <8 x i32> @wide(
; CHECK: mul
; CHECK: mul
; CHECK: define <8 x i32> @apart(
; CHECK: mul
; CHECK: mul
; CHECK: define <8 x i32> @shown(
; CHECK: mul
; CHECK: mul
; COUNT 2: ashr <16 x i16>
; COUNT 6: mul
; COUNT 2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(

define <8 x i32> @bytes(<8 x i32> %a, i32 %scalar, <8 x i32> %s) {
  %w0 = shl i32 %scalar, 24
  %y0 = ashr exact i32 %w0, 24
  %v0 = insertelement <8 x i32> poison, i32 %y0, i64 0
  %b0 = shufflevector <8 x i32> %v0, <8 x i32> poison, <8 x i32> zeroinitializer
  %w2 = shl i32 %scalar, 8
  %y2 = ashr i32 %w2, 24
  %v2 = insertelement <8 x i32> poison, i32 %y2, i64 0
  %b2 = shufflevector <8 x i32> %v2, <8 x i32> poison, <8 x i32> zeroinitializer
  %a0 = and <8 x i32> %a, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %x2 = lshr <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %a2 = and <8 x i32> %x2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %p0 = mul nsw <8 x i32> %a0, %b0
  %p2 = mul nsw <8 x i32> %b2, %a2
  %t = add nsw <8 x i32> %p0, %s
  %r = add nsw <8 x i32> %p2, %t
  ret <8 x i32> %r
}

define <8 x i32> @halves(<8 x i32> %a, <8 x i32> %b, <8 x i32> %s) {
  %a0 = shl <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %h0 = ashr <8 x i32> %a0, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %h1 = ashr <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %bytes = bitcast <8 x i32> %b to <32 x i8>
  %n0 = shufflevector <32 x i8> %bytes, <32 x i8> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %b0 = sext <8 x i8> %n0 to <8 x i32>
  %n1 = shufflevector <32 x i8> %bytes, <32 x i8> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %b1 = sext <8 x i8> %n1 to <8 x i32>
  %p0 = mul <8 x i32> %h0, %b0
  %p1 = mul <8 x i32> %h1, %b1
  %t = add <8 x i32> %p0, %p1
  %r = add <8 x i32> %t, %s
  ret <8 x i32> %r
}

define <8 x i32> @wide(<8 x i32> %a, <8 x i32> %b) {
  %a0 = and <8 x i32> %a, <i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535>
  %a1 = lshr <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %b0 = and <8 x i32> %b, <i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535>
  %b1 = lshr <8 x i32> %b, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %p0 = mul <8 x i32> %a0, %b0
  %p1 = mul <8 x i32> %a1, %b1
  %r = add <8 x i32> %p0, %p1
  ret <8 x i32> %r
}

define <8 x i32> @apart(<8 x i32> %a, <8 x i32> %b) {
  %a1 = lshr <8 x i32> %a, <i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8>
  %c1 = and <8 x i32> %a1, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %b1 = lshr <8 x i32> %b, <i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8>
  %d1 = and <8 x i32> %b1, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %a2 = lshr <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %c2 = and <8 x i32> %a2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %b2 = lshr <8 x i32> %b, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %d2 = and <8 x i32> %b2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %p1 = mul <8 x i32> %c1, %d1
  %p2 = mul <8 x i32> %c2, %d2
  %r = add <8 x i32> %p1, %p2
  ret <8 x i32> %r
}

define <8 x i32> @shown(<8 x i32> %a, <8 x i32> %b, ptr %to) {
  %a0 = and <8 x i32> %a, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %b0 = and <8 x i32> %b, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %x2 = lshr <8 x i32> %a, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %a2 = and <8 x i32> %x2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %y2 = lshr <8 x i32> %b, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %b2 = and <8 x i32> %y2, <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>
  %p0 = mul <8 x i32> %a0, %b0
  store <8 x i32> %p0, ptr %to
  %p2 = mul <8 x i32> %a2, %b2
  %r = add <8 x i32> %p0, %p2
  ret <8 x i32> %r
}
