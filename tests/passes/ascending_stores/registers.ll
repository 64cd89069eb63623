; Where registers hold less than the store its pieces are registers, and each keeps the alignment that it has.
;
; TARGET: x86-64-v3
; PASSES: ascending_stores
; COUNT 4: store volatile <4 x double>
; CHECK: align 32, !nontemporal
; NOT: store <

define void @store(ptr %p, <16 x double> %v) {
  store <16 x double> %v, ptr %p, align 64, !nontemporal !0
  ret void
}

!0 = !{i32 1}
