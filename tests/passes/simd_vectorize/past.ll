; Rows of stores go past the caches where it is the time for it, outside of loops and in them.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @row.simd16.full
; CHECK: call i1 @aw.past(i32 0, i32 4, i32 64)
; CHECK: align 32, !nontemporal
; CHECK: call void @llvm.prefetch
; CHECK: define internal void @turns.simd16.full
; CHECK: call i1 @aw.past(i32 %
; CHECK: align 32, !nontemporal

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @row(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr float, ptr %p, i32 %x
  store float 1.0, ptr %here
  ret void
}

define ptx_kernel void @turns(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %at = add nsw i32 %i, %x
  %here = getelementptr float, ptr %p, i32 %at
  store float 1.0, ptr %here
  %next = add nsw i32 %i, 1024
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
