; A turn needs one mark on each way: none behind another in the same loop, whose inner loops count.
;
; PASSES: lower_spins
; CHECK: define ptx_kernel void @k
; CHECK: loop:
; CHECK: call void @aw.spin()
; CHECK: cmpxchg
; CHECK: taken:
; CHECK: load volatile
; CHECK: atomicrmw
; CHECK: next:
; CHECK: define ptx_kernel void @nested
; CHECK: inner:
; CHECK: call void @aw.spin()
; CHECK: behind:
; CHECK: define ptx_kernel void @beside
; CHECK: left:
; CHECK: call void @aw.spin()
; CHECK: right:
; CHECK: call void @aw.spin()
; CHECK: next:
; CHECK: call void @aw.spin()
; COUNT 5: call void @aw.spin

define ptx_kernel void @k(ptr %lock, ptr %flag) {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %taken, label %next
taken:
  %value = load volatile i32, ptr %flag
  %set = icmp ne i32 %value, 0
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  br label %next
next:
  %done = phi i1 [ false, %loop ], [ %set, %taken ]
  br i1 %done, label %end, label %loop
end:
  ret void
}

define ptx_kernel void @nested(ptr %lock, ptr %flag) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  %old = atomicrmw xchg ptr %lock, i32 1 monotonic
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %inner, label %behind
behind:
  %value = load volatile i32, ptr %flag
  %unset = icmp eq i32 %value, 0
  store atomic i32 0, ptr %lock release, align 4
  br i1 %unset, label %outer, label %end
end:
  ret void
}

define ptx_kernel void @beside(i1 %c, ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  br i1 %c, label %left, label %right
left:
  %a = atomicrmw add ptr %p, i32 1 monotonic
  br label %next
right:
  %b = atomicrmw add ptr %q, i32 1 monotonic
  br label %next
next:
  %x = load volatile i32, ptr %p
  %more = icmp eq i32 %x, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}
