; Lanes that add one number to counters of a short row are counted for all counters at once, where the row is known to be there.
;
; TARGET: x86-64-v4
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @count.simd16.full
; CHECK: load atomic i512, ptr addrspace(3) %
; CHECK: bitcast <16 x i1>
; CHECK: <16 x i16> @llvm.ctpop.v16i16
; CHECK: mul <16 x i32>
; CHECK: store <16 x i32>
; CHECK: define internal void @beyond.simd16.full
; COUNT 3: <16 x i16> @llvm.ctpop.v16i16

@rows = internal addrspace(3) global [3 x [16 x i32]] undef, align 4
@uneven = internal addrspace(3) global [3 x [12 x i32]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @count(ptr %p, i64 %row, i32 %by) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %here
  %digit = and i32 %key, 15
  %number = zext i32 %digit to i64
  %place = getelementptr [3 x [16 x i32]], ptr addrspace(3) @rows, i64 0, i64 %row, i64 %number
  %old = atomicrmw add ptr addrspace(3) %place, i32 %by monotonic
  call void @llvm.nvvm.barrier0()
  %own = getelementptr [3 x [16 x i32]], ptr addrspace(3) @rows, i64 0, i64 0, i32 %x
  %sum = load i32, ptr addrspace(3) %own
  store i32 %sum, ptr %here
  ret void
}

define ptx_kernel void @beyond(ptr %p, i64 %row, i32 %by) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %here
  %digit = and i32 %key, 15
  %number = zext i32 %digit to i64
  %place = getelementptr [3 x [12 x i32]], ptr addrspace(3) @uneven, i64 0, i64 %row, i64 %number
  %old = atomicrmw add ptr addrspace(3) %place, i32 %by monotonic
  call void @llvm.nvvm.barrier0()
  %own = getelementptr [3 x [12 x i32]], ptr addrspace(3) @uneven, i64 0, i64 0, i32 %x
  %sum = load i32, ptr addrspace(3) %own
  store i32 %sum, ptr %here
  ret void
}
