; Threads that go on at different barriers.
;
; PASSES: simd_clone simd_vectorize
; REFUSED: a barrier that threads may not come to together
; NOT: @arms.simd8

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @arms(ptr %p, i32 %n, i32 %m) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  %low = icmp ult i32 %x, %m
  br i1 %low, label %one, label %other
one:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %here
  br label %end
other:
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr %here
  br label %end
end:
  ret void
}
