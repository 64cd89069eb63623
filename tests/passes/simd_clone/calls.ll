; What can't be inlined stays a call, through a small function where it goes through a pointer; unless it waits.
;
; PASSES: simd_clone
; CHECK: define void @again
; CHECK: define internal void @recursive.simd16.full
; CHECK: call void @again(ptr %p)
; CHECK: define internal void @pointer.simd16.full
; CHECK: call i32 @aw.pointer.call(ptr %f, i32 4)
; CHECK: define internal i32 @aw.pointer.call(ptr %0, i32 %1)
; CHECK: %2 = call i32 %0(i32 %1)
; NOT: @waiting.simd
; COUNT 1: define internal i32 @aw.pointer.call

declare void @llvm.nvvm.barrier0()

define void @again(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %end, label %more
more:
  %next = getelementptr i32, ptr %p, i32 1
  call void @again(ptr %next)
  br label %end
end:
  ret void
}

define void @meet(ptr %p) {
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %end, label %more
more:
  call void @meet(ptr %p)
  br label %end
end:
  ret void
}

define ptx_kernel void @recursive(ptr %p) {
  call void @again(ptr %p)
  ret void
}

define ptx_kernel void @pointer(ptr %f, ptr %p) {
  %v = call i32 %f(i32 4)
  store i32 %v, ptr %p
  ret void
}

define ptx_kernel void @waiting(ptr %p) {
  call void @meet(ptr %p)
  ret void
}
