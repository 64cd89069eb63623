; What a launch writes past the caches is the sum of the rows that it stores in one block.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @rows.simd16.full
; COUNT 2: call i1 @aw.past(i32 0, i32 16, i32 64)
; COUNT 2: call i1 @aw.past(i32 0, i32 16, i32 64)

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @rows(ptr %p, ptr %q, ptr %r) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %x
  store float 1.0, ptr %a
  %b = getelementptr i32, ptr %q, i32 %x
  store i32 2, ptr %b
  %c = getelementptr double, ptr %r, i32 %x
  store double 3.0, ptr %c
  ret void
}
