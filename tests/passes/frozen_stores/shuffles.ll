; A shuffle with lanes that may be anything is stored behind a freeze; one that is known, and what isn't stored, are left.
;
; PASSES: frozen_stores
; CHECK: define <8 x i64> @stores
; CHECK: %1 = freeze <8 x i64> %part
; CHECK: store <8 x i64> %1, ptr %p
; CHECK: store <8 x i64> %whole, ptr %q
; CHECK: ret <8 x i64> %lone
; COUNT 1: freeze

define <8 x i64> @stores(ptr %p, ptr %q, <4 x i64> %v) {
  %part = shufflevector <4 x i64> %v, <4 x i64> poison, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 2, i32 3>
  store <8 x i64> %part, ptr %p, align 8
  %whole = shufflevector <4 x i64> %v, <4 x i64> %v, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i64> %whole, ptr %q, align 8
  %lone = shufflevector <4 x i64> %v, <4 x i64> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 2, i32 3>
  ret <8 x i64> %lone
}
