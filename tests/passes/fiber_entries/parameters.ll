; Parameters lie at their natural alignment; a struct that is only read stays in the buffer, one whose address
; escapes or that is written is copied.
;
; PASSES: collect_program thread_argument fiber_entries
; CHECK: define internal void @k(ptr noundef nonnull %thread, i8 %a, ptr align 8 %b, ptr align 32 %c, double %d)
; CHECK: define internal void @aw.fiber.k(ptr nonnull %0, ptr readonly align 16
; CHECK: %2 = getelementptr inbounds i8, ptr %1, i64 0
; CHECK: %3 = load i8, ptr %2, align 1, !invariant.load
; CHECK: %4 = getelementptr inbounds i8, ptr %1, i64 8
; CHECK: %5 = getelementptr inbounds i8, ptr %1, i64 32
; CHECK: %6 = alloca %wide, align 32
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 32 %6, ptr align 16 %5, i64 32
; CHECK: %7 = getelementptr inbounds i8, ptr %1, i64 64
; CHECK: %8 = load double, ptr %7, align 8
; CHECK: call void @k(ptr %0, i8 %3, ptr %4, ptr %6, double %8)

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

%pair = type { i32, double }
%wide = type { [4 x double] }

define void @k(i8 %a, ptr byval(%pair) align 8 %b, ptr byval(%wide) align 32 %c, double %d) {
  %p = getelementptr %pair, ptr %b, i32 0, i32 1
  %x = load double, ptr %p
  store double %x, ptr %c
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
