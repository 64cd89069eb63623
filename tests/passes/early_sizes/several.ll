; Several reads that come first already stay where they are.
;
; PASSES: early_sizes
; CHECK: @k(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()

define ptx_kernel void @k(ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %a = mul i32 %x, %y
  %b = mul i32 %a, %z
  %c = add i32 %b, %thread
  store i32 %c, ptr %out
  ret void
}
