; Threads meet where they wait for the end of a phase, again when something was done since they asked the same, and not where they ask once
; more in the loop.  A loop that would never end stops.
;
; PASSES: simd_clone
; CHECK: define internal void @all.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: acquire, align 8
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: acquire, align 8
; CHECK: call void @aw.stuck()
; CHECK: define internal void @all.simd16.rows
; COUNT 4: call void @llvm.nvvm.barrier0()
; COUNT 4: call void @aw.stuck()
; NOT: = call i1 @aw.mbarrier.test.parity(ptr addrspacecast

@barrier = internal addrspace(3) global i64 undef

declare i64 @aw.mbarrier.arrive(ptr, i32)
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
declare i1 @aw.mbarrier.test.parity(ptr, i32)

define ptx_kernel void @all() {
  %place = addrspacecast ptr addrspace(3) @barrier to ptr
  call i64 @aw.mbarrier.arrive(ptr %place, i32 1)
  %over = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %over, label %next, label %wait
wait:
  %now = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %now, label %next, label %wait
next:
  call i64 @aw.mbarrier.arrive(ptr %place, i32 1)
  br label %again
again:
  %done = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %done, label %end, label %more
more:
  call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %late = call i1 @aw.mbarrier.test.parity(ptr %place, i32 0)
  br i1 %late, label %end, label %again
end:
  ret void
}
