; Steps within a gang's window of shared memory: no barrier, and one load and one store of each vector.  In the second kernel a step goes
; to the next gang's window.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v4
; CHECK: define internal void @sort.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: load <16 x i32>
; CHECK: load <16 x i32>
; CHECK: shufflevector <16 x i32>
; CHECK: call <16 x i32> @llvm.smin.v16i32
; CHECK: call <16 x i32> @llvm.smax.v16i32
; CHECK: shufflevector <16 x i32>
; CHECK: shufflevector <16 x i32>
; CHECK: call <16 x i32> @llvm.smin.v16i32
; CHECK: call <16 x i32> @llvm.smax.v16i32
; CHECK: shufflevector <16 x i32>
; CHECK: store <16 x i32>
; CHECK: shufflevector <16 x i32>
; CHECK: store <16 x i32>
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: load <16 x i32>
; CHECK: store <16 x i32>
; CHECK: ret void
; CHECK: define internal void @neighbour.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: ret void

@s = internal addrspace(3) global [1024 x i32] undef
@r = internal addrspace(3) global [1024 x i32] undef

declare void @llvm.nvvm.barrier0() convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Distances 2 and 1, between two barriers that stay.
define ptx_kernel void @sort(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %away = xor i32 %x, 512
  %there = getelementptr i32, ptr addrspace(3) @s, i32 %away
  %from = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %from
  store i32 %key, ptr addrspace(3) %there
  call void @llvm.nvvm.barrier0()
  %double = shl i32 %x, 1
  %low = and i32 %x, 1
  %place = sub i32 %double, %low
  %beyond = add i32 %place, 2
  %pa = getelementptr i32, ptr addrspace(3) @s, i32 %place
  %pb = getelementptr i32, ptr addrspace(3) @s, i32 %beyond
  %a = load i32, ptr addrspace(3) %pa
  %b = load i32, ptr addrspace(3) %pb
  %more = icmp sgt i32 %a, %b
  br i1 %more, label %swap, label %next
swap:
  store i32 %b, ptr addrspace(3) %pa
  store i32 %a, ptr addrspace(3) %pb
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %odd = or i32 %double, 1
  %pc = getelementptr i32, ptr addrspace(3) @s, i32 %double
  %pd = getelementptr i32, ptr addrspace(3) @s, i32 %odd
  %c = load i32, ptr addrspace(3) %pc
  %d = load i32, ptr addrspace(3) %pd
  %again = icmp sgt i32 %c, %d
  br i1 %again, label %exchange, label %end
exchange:
  store i32 %d, ptr addrspace(3) %pc
  store i32 %c, ptr addrspace(3) %pd
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  %last = load i32, ptr addrspace(3) %there
  store i32 %last, ptr %from
  ret void
}

define ptx_kernel void @neighbour(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %away = xor i32 %x, 512
  %there = getelementptr i32, ptr addrspace(3) @r, i32 %away
  %from = getelementptr i32, ptr %p, i32 %x
  %key = load i32, ptr %from
  store i32 %key, ptr addrspace(3) %there
  call void @llvm.nvvm.barrier0()
  %double = shl i32 %x, 1
  %odd = or i32 %double, 1
  %pa = getelementptr i32, ptr addrspace(3) @r, i32 %double
  %pb = getelementptr i32, ptr addrspace(3) @r, i32 %odd
  %a = load i32, ptr addrspace(3) %pa
  %b = load i32, ptr addrspace(3) %pb
  store i32 %b, ptr addrspace(3) %pa
  store i32 %a, ptr addrspace(3) %pb
  call void @llvm.nvvm.barrier0()
  %behind = add i32 %double, 2
  %pc = getelementptr i32, ptr addrspace(3) @r, i32 %odd
  %pd = getelementptr i32, ptr addrspace(3) @r, i32 %behind
  %c = load i32, ptr addrspace(3) %pc
  %d = load i32, ptr addrspace(3) %pd
  store i32 %d, ptr addrspace(3) %pc
  store i32 %c, ptr addrspace(3) %pd
  call void @llvm.nvvm.barrier0()
  %last = load i32, ptr addrspace(3) %there
  store i32 %last, ptr %from
  ret void
}
