; Arguments and results needn't have values, but for what the host gives a kernel, and intrinsics.
;
; PASSES: collect_program lower_undefined
; CHECK: declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: define internal i32 @one(i32 %x)
; CHECK: define ptx_kernel void @k(i32 noundef %x)
; CHECK: call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: call i32 @one(i32 %x)

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define noundef i32 @one(i32 noundef %x) {
  ret i32 %x
}

define ptx_kernel void @k(i32 noundef %x) {
  %t = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call noundef i32 @one(i32 noundef %x)
  ret void
}
