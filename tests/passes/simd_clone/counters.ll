; A counter of 32 bits that goes up by a step of 64 keeps its 32 bits, so that the step is seen; one of which more is asked for has 64.
;
; PASSES: simd_clone
; CHECK: define internal void @steps.simd16.full
; CHECK: = phi i32
; CHECK: = sext i32
; CHECK: = add i32 %
; CHECK: define internal void @wide.simd16.full
; CHECK: = phi i64
; NOT: ashr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @steps(ptr noalias %p, ptr noalias %q, i32 %n, i64 %step) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp slt i32 %x, %n
  br i1 %first, label %loop, label %end
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %at = sext i32 %i to i64
  %here = getelementptr float, ptr %p, i64 %at
  %v = load float, ptr %here
  %there = getelementptr float, ptr %q, i64 %at
  store float %v, ptr %there
  %sum = add i64 %at, %step
  %next = trunc i64 %sum to i32
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @wide(ptr noalias %p, ptr noalias %q, i64 %n, i64 %step) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %start = zext i32 %x to i64
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %loop ]
  %here = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %here
  %there = getelementptr float, ptr %q, i64 %i
  store float %v, ptr %there
  %next = add i64 %i, %step
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
