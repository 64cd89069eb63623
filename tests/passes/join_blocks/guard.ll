; Kernels that load and store little get a form for four blocks; not those whose guard is no range, that load in front of it, use
; shared memory, loop, or store apart from their neighbours.
;
; PASSES: collect_program join_blocks
; CHECK: define ptx_kernel void @"add$joined"(ptr noalias %0, ptr %1, i32 %2, i32 %3)
; CHECK: %first = mul nsw i32
; COUNT 6: load float, ptr %
; COUNT 2: ptx_kernel
; CHECK: define ptx_kernel void @"bare$joined"(ptr %0, i32 %1)

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

define void @add(ptr noalias %a, ptr %b, i32 %n) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %block, 256
  %i = add i32 %row, %thread
  %in = icmp slt i32 %i, %n
  br i1 %in, label %then, label %end
then:
  %p = getelementptr float, ptr %a, i32 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %b, i32 %i
  store float %x, ptr %q
  br label %end
end:
  ret void
}

define void @bare(ptr %a) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %block, 256
  %i = add i32 %row, %thread
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p
  %y = add i32 %x, %blocks
  store i32 %y, ptr %p
  ret void
}

define void @turned(ptr %a, ptr %b, i32 %height) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %block, 256
  %i = add i32 %row, %thread
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p
  %far = mul i32 %thread, %height
  %q = getelementptr i32, ptr %b, i32 %far
  store i32 %x, ptr %q
  ret void
}

define void @scattered(ptr %a) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %bit = and i32 %block, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %then, label %end
then:
  %p = getelementptr i32, ptr %a, i32 %block
  %x = load i32, ptr %p
  store i32 %block, ptr %p
  br label %end
end:
  ret void
}

define void @early(ptr %a) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr %a, i32 %block
  %x = load i32, ptr %p
  %less = icmp slt i32 %x, %block
  br i1 %less, label %then, label %end
then:
  store i32 %block, ptr %p
  br label %end
end:
  ret void
}

define void @shared(ptr %a, ptr addrspace(3) %s) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr %a, i32 %block
  %x = load i32, ptr %p
  store i32 %x, ptr addrspace(3) %s
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @add, !"kernel", i32 1}
!1 = !{ptr @bare, !"kernel", i32 1}
!2 = !{ptr @scattered, !"kernel", i32 1}
!3 = !{ptr @early, !"kernel", i32 1}
!4 = !{ptr @shared, !"kernel", i32 1}
