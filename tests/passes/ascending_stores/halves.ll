; A store past the caches that is aligned to half a register becomes two, the lower first, which stay in that order; one that is aligned
; to all of it is left, and so are stores to the caches.
;
; TARGET: x86-64-v4
; PASSES: ascending_stores
; CHECK: i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: store volatile <8 x float>
; CHECK: i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK: getelementptr float, ptr %p, i64 8
; CHECK: store volatile <8 x float>
; CHECK: store <16 x float> %v, ptr %q, align 64, !nontemporal
; CHECK: store <16 x float> %v, ptr %q, align 32

define void @stores(ptr %p, ptr %q, <16 x float> %v) {
  store <16 x float> %v, ptr %p, align 32, !nontemporal !0
  store <16 x float> %v, ptr %q, align 64, !nontemporal !0
  store <16 x float> %v, ptr %q, align 32
  ret void
}

!0 = !{i32 1}
