; Atomics that change nothing are loads; those that may change something stay.
;
; TARGET: x86-64-v3
; PASSES: look_first
; CHECK: load atomic i32, ptr %p acquire, align 4
; CHECK: load atomic i64, ptr %q acquire, align 8
; CHECK: load atomic i32, ptr %p acquire, align 4
; COUNT 3: load atomic
; COUNT 3: = atomicrmw

define i64 @kernel(ptr %p, i32 %x, ptr %q, ptr %unaligned) {
  %a = atomicrmw or ptr %p, i32 0 seq_cst, align 4
  %b = atomicrmw add ptr %q, i64 0 seq_cst, align 8
  %c = atomicrmw and ptr %p, i32 -1 seq_cst, align 4
  %d = atomicrmw add ptr %p, i32 %x seq_cst, align 4
  %e = atomicrmw and ptr %p, i32 0 seq_cst, align 4
  %f = atomicrmw xchg ptr %p, i32 0 seq_cst, align 4
  %ac = add i32 %a, %c
  %de = add i32 %d, %e
  %sum = add i32 %ac, %de
  %all = add i32 %sum, %f
  %wide = zext i32 %all to i64
  %last = add i64 %wide, %b
  ret i64 %last
}
