; Threads that wait under a condition for the end of a phase are no gangs.
;
; PASSES: simd_clone simd_vectorize
; REFUSED: a barrier that threads may not come to together
; NOT: @some.simd16.

@barrier = internal addrspace(3) global i64 undef

declare i64 @aw.mbarrier.arrive(ptr, i32)
declare i1 @aw.mbarrier.test.parity(ptr, i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @some() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  %first = icmp ult i32 %x, 40
  br i1 %first, label %wait, label %arrive
wait:
  %over = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %over, label %end, label %wait
arrive:
  call i64 @aw.mbarrier.arrive(ptr %place, i32 1)
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  ret void
}
