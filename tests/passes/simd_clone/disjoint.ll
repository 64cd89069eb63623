; A sum that a loop keeps in memory is stored behind it in a form for arrays that are allocations of their own.  There is none where all is
; by one parameter, or where a pointer comes from memory.
;
; PASSES: simd_clone
; CHECK: define internal void @sum.simd16.full.
; CHECK: store float %
; CHECK: br i1 %more,
; CHECK: define internal void @sum.simd16.full(ptr noalias %a, ptr noalias %c, i32 %n)
; CHECK: br i1 %more,
; CHECK: store float %
; CHECK: define internal void @in_place.simd16.full(ptr %a, i32 %n)
; CHECK: define internal void @from_memory.simd16.full(ptr %a, ptr %c, i32 %n)
; NOT: @from_memory.simd16.full(ptr noalias

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @sum(ptr %a, ptr %c, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %c, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %there = getelementptr float, ptr %a, i32 %i
  %value = load float, ptr %there
  %old = load float, ptr %here
  %new = fadd float %old, %value
  store float %new, ptr %here
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @in_place(ptr %a, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %a, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %there = getelementptr float, ptr %a, i32 %i
  %value = load float, ptr %there
  %old = load float, ptr %here
  %new = fadd float %old, %value
  store float %new, ptr %here
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @from_memory(ptr %a, ptr %c, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %c, i32 %x
  %other = load ptr, ptr %a
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %there = getelementptr float, ptr %other, i32 %i
  %value = load float, ptr %there
  %old = load float, ptr %here
  %new = fadd float %old, %value
  store float %new, ptr %here
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
