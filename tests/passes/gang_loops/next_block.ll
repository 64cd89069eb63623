; A kernel with barriers asks for what the next block of the grid's row loads and stores first and last, not one that
; has none, whose gangs go along memory anyway.  For what is loaded behind the barrier, where there is one alone.
;
; PASSES: simd_clone simd_vectorize lock_loops gang_loops
; CHECK: define internal void @exchange.simd16.full
; CHECK: store <16 x i32>
; CHECK: = add i32 %
; CHECK: i32 0, i32 2, i32 1)
; CHECK: load <16 x i32>
; CHECK: i32 1, i32 2, i32 1)
; CHECK: store <16 x i32>

@tile = internal addrspace(3) global [1024 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @exchange(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %b, 1024
  %i = add i32 %first, %x
  %here = getelementptr i32, ptr %p, i32 %i
  %value = load i32, ptr %here
  %place = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %x
  store i32 %value, ptr addrspace(3) %place
  call void @llvm.nvvm.barrier0()
  %other = sub i32 1023, %x
  %there = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %got = load i32, ptr addrspace(3) %there
  store i32 %got, ptr %here
  ret void
}
