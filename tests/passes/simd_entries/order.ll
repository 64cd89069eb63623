; Each form gets an entry that takes the parameters from the packed buffer, with the width of registers that the CPU
; level has; a struct that is only read stays in the buffer.
;
; PASSES: simd_clone simd_vectorize gang_loops simd_settle thread_argument simd_entries fiber_entries
; CHECK: define internal void @k.simd16.rows(ptr noundef nonnull %thread
; CHECK: define internal void @k.simd16.full(ptr noundef nonnull %thread, i32 %n, ptr align 4 "aw.in_place" %s)
; CHECK: define internal void @aw.simd.k.simd16.full(ptr nonnull %0, ptr readonly align 16
; CHECK: %2 = getelementptr inbounds i8, ptr %1, i64 0
; CHECK: %3 = load i32, ptr %2, align 4
; CHECK: %4 = getelementptr inbounds i8, ptr %1, i64 4
; CHECK: call void @k.simd16.full(ptr %0, i32 %3, ptr %4)
; CHECK: define internal void @aw.simd.k.simd16.rows(ptr nonnull %0, ptr readonly align 16
; CHECK: define internal void @aw.fiber.k(ptr nonnull %0, ptr readonly align 16
; CHECK: "min-legal-vector-width"="256" "prefer-vector-width"="256"

%pair = type { i32, i32 }

@out = global i32 0

define ptx_kernel void @k(i32 %n, ptr byval(%pair) align 4 %s) {
  %second = getelementptr %pair, ptr %s, i32 0, i32 1
  %v = load i32, ptr %second
  %sum = add i32 %v, %n
  store i32 %sum, ptr @out
  ret void
}
