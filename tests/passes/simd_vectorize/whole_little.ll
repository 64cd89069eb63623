; Behind a guard of the grid's end there is a copy without masks, too, of what would be little to run without lanes.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v4
; CHECK: define internal void @little.simd16.full(
; CHECK: br i1
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: load <16 x i32>, ptr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @little(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %before = mul i32 %b, %size
  %x = add i32 %before, %t
  %in = icmp slt i32 %x, %n
  br i1 %in, label %then, label %end
then:
  %from = getelementptr i32, ptr %p, i32 %x
  %to = getelementptr i32, ptr %q, i32 %x
  %v = load i32, ptr %from
  %new = add i32 %v, 1
  store i32 %new, ptr %to
  br label %end
end:
  ret void
}
