; Lanes that choose among the elements of a row take them from the row's vector, where the row is known to be there.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @choose.simd16.full
; CHECK: load <16 x i32>, ptr addrspace(3) %
; CHECK: call <8 x i32> @llvm.x86.avx2.permd
; CHECK: define internal void @beyond.simd16.full
; CHECK: call <16 x i32> @llvm.masked.gather

@rows = internal addrspace(3) global [3 x [16 x i32]] undef, align 4
@uneven = internal addrspace(3) global [3 x [12 x i32]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @choose(ptr %p, i64 %row) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %here
  %digit = and i32 %key, 15
  %number = zext i32 %digit to i64
  %place = getelementptr [3 x [16 x i32]], ptr addrspace(3) @rows, i64 0, i64 %row, i64 %number
  %taken = load i32, ptr addrspace(3) %place
  store i32 %taken, ptr %here
  ret void
}

define ptx_kernel void @beyond(ptr %p, i64 %row) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %here
  %digit = and i32 %key, 15
  %number = zext i32 %digit to i64
  %place = getelementptr [3 x [12 x i32]], ptr addrspace(3) @uneven, i64 0, i64 %row, i64 %number
  %taken = load i32, ptr addrspace(3) %place
  store i32 %taken, ptr %here
  ret void
}
