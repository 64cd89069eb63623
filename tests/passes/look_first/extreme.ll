; A maximum or minimum of which nobody wants the old value is done only where it changes something.
;
; TARGET: x86-64-v3
; PASSES: look_first
; CHECK: load atomic i32, ptr %p monotonic, align 4
; CHECK: icmp sge i32 %1, %x
; CHECK: atomicrmw max ptr %p, i32 %x seq_cst, align 4
; CHECK: load atomic i64, ptr %q monotonic, align 8
; CHECK: %6 = icmp ule i64 %5, %y
; CHECK: atomicrmw umin ptr %q, i64 %y seq_cst, align 8

define void @kernel(ptr %p, i32 %x, ptr %q, i64 %y) {
  %a = atomicrmw max ptr %p, i32 %x seq_cst, align 4
  %b = atomicrmw umin ptr %q, i64 %y seq_cst, align 8
  ret void
}
