; A constant that all threads store to a place that an argument gives is stored only where the place has another value; bits are compared.
;
; TARGET: x86-64-v3
; PASSES: look_first
; CHECK: %1 = load atomic i32, ptr %flag monotonic, align 4
; CHECK: %2 = icmp eq i32 %1, 1
; CHECK: br i1 %2, label %4, label %3
; CHECK: store i32 1, ptr %flag, align 4
; CHECK: %5 = load atomic i32, ptr %far monotonic, align 4
; CHECK: icmp eq i32 %5, -2147483648
; CHECK: store float -0.000000e+00, ptr %far, align 4
; CHECK: load atomic i8, ptr @set monotonic, align 1

@set = internal global i8 0

define void @kernel(ptr %thread, ptr %arguments) {
  %place = getelementptr i8, ptr %arguments, i64 8
  %flag = load ptr, ptr %place, align 8, !invariant.load !0
  %far = getelementptr i8, ptr %flag, i64 16
  store i32 1, ptr %flag, align 4
  store float -0.0, ptr %far, align 4
  store i8 1, ptr @set, align 1
  ret void
}

!0 = !{}
