; A loop in which the lanes of a warp add up shared memory in a tree makes the kernel's accesses volatile; with a barrier in the
; loop, or a step of another kind, it doesn't.
;
; PASSES: collect_program loose_trees
; CHECK: define ptx_kernel void @tree(
; CHECK: load volatile i32, ptr
; CHECK: load volatile i32, ptr
; CHECK: store volatile i32
; CHECK: define ptx_kernel void @waits(
; CHECK: load i32, ptr
; CHECK: store i32
; CHECK: define ptx_kernel void @rows(
; CHECK: load i32, ptr
; CHECK: store i32

@cell = internal addrspace(3) global [64 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @tree() {
entry:
  %me = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %me to i64
  %own = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %i
  br label %loop
loop:
  %step = phi i32 [ 32, %entry ], [ %half, %loop ]
  %there = add nsw i32 %me, %step
  %j = sext i32 %there to i64
  %other = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %j
  %a = load i32, ptr %other
  %b = load i32, ptr %own
  %sum = add i32 %a, %b
  store i32 %sum, ptr %own
  %half = lshr i32 %step, 1
  %more = icmp ugt i32 %step, 1
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @waits() {
entry:
  %me = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %me to i64
  %own = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %i
  br label %loop
loop:
  %step = phi i32 [ 32, %entry ], [ %half, %loop ]
  %there = add nsw i32 %me, %step
  %j = sext i32 %there to i64
  %other = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %j
  %a = load i32, ptr %other
  %b = load i32, ptr %own
  %sum = add i32 %a, %b
  store i32 %sum, ptr %own
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %step, 1
  %more = icmp ugt i32 %step, 1
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @rows() {
entry:
  %me = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %me to i64
  %own = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %i
  br label %loop
loop:
  %step = phi i32 [ 32, %entry ], [ %less, %loop ]
  %there = add nsw i32 %me, %step
  %j = sext i32 %there to i64
  %other = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @cell to ptr), i64 0, i64 %j
  %a = load i32, ptr %other
  %b = load i32, ptr %own
  %sum = add i32 %a, %b
  store i32 %sum, ptr %own
  %less = sub i32 %step, 8
  %more = icmp ugt i32 %step, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}
