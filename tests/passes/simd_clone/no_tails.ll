; A counter that differs from thread to thread, though all make as many turns.
;
; PASSES: simd_clone
; TARGET: x86-64-v4
; NOT: and i32 %x, -16
; NOT: , 16

@s = internal addrspace(3) global [1024 x i32] undef

declare void @llvm.nvvm.barrier0() convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @walsh(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %double = shl i32 %x, 1
  %from = getelementptr i32, ptr %p, i32 %x
  %there = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %key = load i32, ptr %from
  store i32 %key, ptr addrspace(3) %there
  %odd = and i32 %x, 1
  %first = add i32 %odd, 32
  %some = icmp ugt i32 %first, 0
  br i1 %some, label %turn, label %end
turn:
  %d = phi i32 [ %first, %0 ], [ %next, %turn ]
  call void @llvm.nvvm.barrier0()
  %less = add i32 %d, -1
  %low = and i32 %x, %less
  %place = sub i32 %double, %low
  %beyond = add i32 %place, %d
  %pa = getelementptr i32, ptr addrspace(3) @s, i32 %place
  %pb = getelementptr i32, ptr addrspace(3) @s, i32 %beyond
  %a = load i32, ptr addrspace(3) %pa
  %b = load i32, ptr addrspace(3) %pb
  %sum = add i32 %a, %b
  %difference = sub i32 %a, %b
  store i32 %sum, ptr addrspace(3) %pa
  store i32 %difference, ptr addrspace(3) %pb
  %next = lshr i32 %d, 1
  %more = icmp ugt i32 %d, 1
  br i1 %more, label %turn, label %end
end:
  call void @llvm.nvvm.barrier0()
  %last = load i32, ptr addrspace(3) %there
  store i32 %last, ptr %from
  ret void
}
