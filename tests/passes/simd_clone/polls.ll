; A word whose highest bit changes when all have added is a barrier: threads meet where they wait for it, and fibers wait for its phase.  One
; that nobody has added to is none for gangs.
;
; PASSES: simd_clone
; REFUSED: a loop that waits for another thread
; CHECK: define ptx_kernel void @other
; CHECK: = call i1 @aw.mbarrier.await(
; CHECK: define ptx_kernel void @counted
; CHECK: = call i1 @aw.mbarrier.await(
; CHECK: define internal void @counted.simd
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: acquire, align 8
; CHECK: call void @aw.stuck()
; COUNT 2: call i1 @aw.mbarrier.await(
; NOT: call i1 @aw.mbarrier.test.wait(

@barrier = internal addrspace(3) global i64 undef

declare void @llvm.nvvm.nanosleep(i32)

define ptx_kernel void @other(i64 %token) {
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  br label %wait
wait:
  %word = load atomic i64, ptr %place acquire, align 8
  %both = xor i64 %word, %token
  %same = icmp sgt i64 %both, -1
  br i1 %same, label %wait, label %end
end:
  ret void
}

define ptx_kernel void @counted() {
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  %before = atomicrmw add ptr %place, i64 4294967296 acq_rel, align 8
  %token = and i64 %before, -9223372036854775808
  br label %wait
wait:
  %word = load atomic i64, ptr %place acquire, align 8
  %phase = and i64 %word, -9223372036854775808
  %same = icmp eq i64 %phase, %token
  br i1 %same, label %more, label %end
more:
  call void @llvm.nvvm.nanosleep(i32 100)
  br label %wait
end:
  ret void
}
