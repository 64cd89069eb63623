; Atomic and volatile accesses in loops are spin points, also behind calls; outside of loops they are not.
;
; PASSES: lower_spins
; CHECK: define internal i32 @try
; CHECK: define ptx_kernel void @k
; CHECK: loop:
; CHECK: call void @aw.spin()
; CHECK: call i32 @try
; CHECK: wait:
; CHECK: call void @aw.spin()
; CHECK: load volatile
; COUNT 2: call void @aw.spin

define internal i32 @try(ptr %lock) {
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

define ptx_kernel void @k(ptr %lock, ptr %flag) {
entry:
  %first = atomicrmw add ptr %lock, i32 1 monotonic
  br label %loop
loop:
  %old = call i32 @try(ptr %lock)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %loop, label %wait
wait:
  %value = load volatile i32, ptr %flag
  %unset = icmp eq i32 %value, 0
  br i1 %unset, label %wait, label %done
done:
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
