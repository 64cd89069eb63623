; Accesses ask no more of an address than any does; stores past the caches and atomics keep what they need.
;
; TARGET: x86-64-v4
; PASSES: loose_alignment
; CHECK: load <4 x float>, ptr %p, align 8
; CHECK: store <4 x float> %v, ptr %q, align 8
; CHECK: store <4 x float> %v, ptr %q, align 16, !nontemporal
; CHECK: load float, ptr %p, align 4
; CHECK: load atomic i128, ptr %p seq_cst, align 16
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 4 %p

define void @accesses(ptr %p, ptr %q) {
  %v = load <4 x float>, ptr %p, align 16
  store <4 x float> %v, ptr %q, align 16
  store <4 x float> %v, ptr %q, align 16, !nontemporal !0
  %f = load float, ptr %p, align 4
  %a = load atomic i128, ptr %p seq_cst, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 32 %q, ptr align 4 %p, i64 32, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{i32 1}
