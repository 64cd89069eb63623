; Threads that leave before barriers.  The block asks whether any leaves, and goes on in the code as it was when none does.
; Else it asks before a loop whether any thread is there still.  @guard: all know the loop's counter, so nothing is asked in
; it.  @told: how often it turns was read from memory.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @guard.simd16.full
; CHECK: call i32 @aw.block.or(
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: define internal void @told.simd16.full
; CHECK: call i32 @aw.block.or(
; CHECK: call i32 @aw.block.or(
; CHECK: call i32 @aw.block.or(
; CHECK: define internal void @votes.simd16.full
; CHECK: call i32 @aw.block.and(
; COUNT 12: call i32 @aw.block.or(
; COUNT 15: call void @llvm.nvvm.barrier0()

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.and(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @guard(ptr %p, i32 %n, i32 %m) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  %here = getelementptr i32, ptr %p, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %work ], [ %up, %loop ]
  store i32 %i, ptr %here
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %p
  store i32 %v, ptr %here
  call void @llvm.nvvm.barrier0()
  %up = add i32 %i, 1
  %again = icmp ult i32 %up, %m
  br i1 %again, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @told(ptr %p, ptr %turns, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  %here = getelementptr i32, ptr %p, i32 %x
  %m = load i32, ptr %turns
  br label %loop
loop:
  %i = phi i32 [ 0, %work ], [ %up, %loop ]
  store i32 %i, ptr %here
  call void @llvm.nvvm.barrier0()
  %up = add i32 %i, 1
  %again = icmp ult i32 %up, %m
  br i1 %again, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @votes(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  %all = call i32 @llvm.nvvm.barrier0.and(i32 %x)
  %here = getelementptr i32, ptr %p, i32 %x
  store i32 %all, ptr %here
  br label %end
end:
  ret void
}
