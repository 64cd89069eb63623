; Stores of numbers that differ, to places that differ, volatile ones, and such as aren't whole for the processor stay as they are, and so
; do atomics of which the old value is wanted.
;
; TARGET: x86-64-v3
; PASSES: look_first
; NOT: load atomic

define i32 @kernel(ptr %thread, ptr %arguments, ptr %other, i32 %x, i64 %i) {
  %flag = load ptr, ptr %arguments, align 8, !invariant.load !0
  %changing = load ptr, ptr %arguments, align 8
  %lane = getelementptr i32, ptr %flag, i64 %i
  store i32 %x, ptr %flag, align 4
  store i32 1, ptr %lane, align 4
  store i32 1, ptr %other, align 4
  store i32 1, ptr %changing, align 4
  store volatile i32 1, ptr %flag, align 4
  store i32 1, ptr %flag, align 1
  store i24 1, ptr %flag, align 4
  store <4 x i32> <i32 1, i32 1, i32 1, i32 1>, ptr %flag, align 16
  %old = atomicrmw max ptr %flag, i32 %x seq_cst, align 4
  %unused = atomicrmw or ptr %flag, i32 %x seq_cst, align 4
  ret i32 %old
}

!0 = !{}
