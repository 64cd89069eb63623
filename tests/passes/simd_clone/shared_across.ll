; That a kernel is asked whether its lanes could be blocks changes nothing of it, nor of others: addresses of shared memory stay constants.
;
; PASSES: simd_clone
; CHECK: define ptx_kernel void @shares
; CHECK: ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 0,
; CHECK: define internal void @shares.simd16.full
; CHECK: ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 0,
; NOT: = addrspacecast
; NOT: @shares.simd16.full.

@values = internal addrspace(3) global [64 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @shares(ptr %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide = zext i32 %i to i64
  %place = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 0, i64 %wide
  store i32 %block, ptr %place
  %value = load i32, ptr %place
  %target = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %value, ptr %target
  ret void
}
