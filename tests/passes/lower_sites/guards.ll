; What a lock guards that a loop tries to take is no step, also behind calls and in loops there; what an atomic operation doesn't keep
; lanes from, or sends out of the loop, is.
;
; PASSES: lower_sites
; CHECK: define ptx_kernel void @tried
; CHECK: taken:
; CHECK: load volatile
; CHECK: load volatile
; CHECK: ret void
; CHECK: define ptx_kernel void @all
; CHECK: call void @aw.step(), !aw.site
; CHECK: load volatile
; CHECK: define ptx_kernel void @work
; CHECK: call void @aw.step(), !aw.site
; CHECK: load volatile
; COUNT 2: call void @aw.step

define internal i1 @try(ptr %lock) {
  %old = atomicrmw or ptr %lock, i32 4 monotonic
  %bit = and i32 %old, 4
  %set = icmp ne i32 %bit, 0
  ret i1 %set
}

define ptx_kernel void @tried(ptr %lock, ptr %flag) {
entry:
  br label %loop
loop:
  %busy = call i1 @try(ptr %lock)
  %got = xor i1 %busy, true
  br i1 %got, label %taken, label %next
taken:
  %value = load volatile i32, ptr %flag
  %set = icmp ne i32 %value, 0
  br i1 %set, label %inner, label %free
inner:
  %more = load volatile i32, ptr %flag
  %again = icmp ult i32 %more, 7
  br i1 %again, label %inner, label %free
free:
  %old = atomicrmw and ptr %lock, i32 -5 monotonic
  br label %next
next:
  %done = phi i1 [ false, %loop ], [ %set, %free ]
  br i1 %done, label %end, label %loop
end:
  ret void
}

define ptx_kernel void @all(ptr %sum, ptr %p) {
entry:
  br label %loop
loop:
  %old = atomicrmw add ptr %sum, i32 1 monotonic
  %x = load volatile i32, ptr %p
  %more = icmp ult i32 %old, %x
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @work(ptr %next, i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %item = atomicrmw add ptr %next, i32 1 monotonic
  %some = icmp ult i32 %item, %n
  br i1 %some, label %body, label %end
body:
  %x = load volatile i32, ptr %p
  br label %loop
end:
  ret void
}
