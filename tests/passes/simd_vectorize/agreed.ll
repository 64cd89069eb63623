; Branches around barriers that are no early returns, as what follows is for all threads: the block asks whether any goes to the
; barrier, and ends where any other doesn't.  @turns: a loop, whose test in front of it is such a branch, too.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @around.simd16.full
; CHECK: call i32 @aw.block.or(
; CHECK: call void @aw.stuck()
; CHECK: define internal void @turns.simd16.full
; CHECK: call i32 @aw.block.or(
; CHECK: call i32 @aw.block.or(
; COUNT 6: call i32 @aw.block.or(
; COUNT 6: call void @aw.stuck()

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @around(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  call void @llvm.nvvm.barrier0()
  br label %end
end:
  store i32 %x, ptr %here
  ret void
}

define ptx_kernel void @turns(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %none = icmp uge i32 %x, %n
  br i1 %none, label %end, label %turn
turn:
  %i = phi i32 [ %x, %0 ], [ %next, %turn ]
  %here = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %here
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, %size
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turn, label %end
end:
  store i32 %x, ptr %p
  ret void
}
