; What the first threads of a block do more, and is little to run without lanes, has no copy without masks.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v4
; CHECK: define internal void @first.simd16.full(
; CHECK: call <16 x i32> @llvm.masked.load
; NOT: load <16 x i32>, ptr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @first(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %x, 40
  br i1 %in, label %then, label %end
then:
  %from = getelementptr i32, ptr %p, i32 %x
  %to = getelementptr i32, ptr %q, i32 %x
  %v = load i32, ptr %from
  store i32 %v, ptr %to
  br label %end
end:
  ret void
}
