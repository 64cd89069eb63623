; No store goes past the caches in a kernel with a fence, where the line was just read, nor where another store or the next turn
; writes it again.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @fenced.simd16.full
; CHECK: define internal void @in_place.simd16.full
; CHECK: define internal void @again.simd16.full
; CHECK: define internal void @twice.simd16.full
; NOT: @aw.past(
; NOT: !nontemporal

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @fenced(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %p, i32 %x
  store float 1.0, ptr %here
  fence seq_cst
  ret void
}

define ptx_kernel void @in_place(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %p, i32 %x
  %old = load float, ptr %here
  %new = fadd float %old, 1.0
  store float %new, ptr %here
  ret void
}

define ptx_kernel void @again(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %p, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %there = getelementptr float, ptr %p, i32 %i
  %value = load float, ptr %there
  store float %value, ptr %here
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @twice(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %p, i32 %x
  %there = getelementptr float, ptr %q, i32 %x
  %value = load float, ptr %there
  store float %value, ptr %here
  %large = fcmp ogt float %value, 4.0
  call void @llvm.nvvm.barrier0()
  br i1 %large, label %clip, label %end
clip:
  store float 4.0, ptr %here
  br label %end
end:
  ret void
}
