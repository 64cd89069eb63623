; What fibers ask in loops that nothing else ends is a wait, also where the loop is turned about, and what else the loop did is no more; but
; not what is asked so many times or once.
;
; PASSES: simd_clone
; CHECK: define ptx_kernel void @waits
; CHECK: %over = call i1 @aw.mbarrier.test.parity(
; CHECK: = call i1 @aw.mbarrier.await.parity(ptr addrspacecast (ptr addrspace(3) @barrier to ptr), i32 0)
; CHECK: = call i1 @aw.mbarrier.await(ptr addrspacecast (ptr addrspace(3) @barrier to ptr), i64 %token)
; CHECK: define ptx_kernel void @counts
; CHECK: = call i1 @aw.mbarrier.test.parity(
; COUNT 2: call i1 @aw.mbarrier.await
; NOT: call void @llvm.nvvm.nanosleep

@barrier = internal addrspace(3) global i64 undef

declare i64 @aw.mbarrier.arrive(ptr, i32)
declare void @llvm.nvvm.nanosleep(i32)
declare i1 @aw.mbarrier.test.parity(ptr, i32)
declare i1 @aw.mbarrier.test.wait(ptr, i64)

define ptx_kernel void @waits(ptr %out) {
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  %token = call i64 @aw.mbarrier.arrive(ptr %place, i32 1)
  %over = call i1 @aw.mbarrier.test.parity(ptr %place, i32 1)
  store i1 %over, ptr %out
  br label %wait
wait:
  %now = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %now, label %next, label %wait
next:
  %late = call i1 @aw.mbarrier.test.wait(ptr %place, i64 %token)
  br i1 %late, label %end, label %more
more:
  call void @llvm.nvvm.nanosleep(i32 100)
  br label %next
end:
  ret void
}

define ptx_kernel void @counts(ptr %out, i32 %most) {
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  br label %wait
wait:
  %i = phi i32 [ 0, %0 ], [ %j, %more ]
  %now = call i1 @aw.mbarrier.test.parity(ptr %place, i32 1)
  br i1 %now, label %end, label %more
more:
  %j = add i32 %i, 1
  %past = icmp eq i32 %j, %most
  br i1 %past, label %end, label %wait
end:
  ret void
}
