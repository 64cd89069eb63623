; Lanes that read one row of shared memory and write the other, and those that exchange two places which they have to themselves, don't
; exchange anything without a barrier: neither needs whole warps.  With gangs of 16 lanes the first of a pair is 4 bytes from that of the
; lane before, 16 lanes of another gang further on.
;
; PASSES: simd_clone
; CHECK: define internal void @steps.simd16.full
; CHECK: define internal void @pairs.simd16.full
; NOT: load volatile

@rows = internal addrspace(3) global [2 x [257 x i32]] undef, align 4
@keys = internal addrspace(3) global [512 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @steps(ptr %out, i32 %count) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = getelementptr [2 x [257 x i32]], ptr addrspace(3) @rows, i32 0, i32 0, i32 %x
  store i32 %x, ptr addrspace(3) %first
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %up, %behind ]
  %p = phi i32 [ 0, %entry ], [ %q, %behind ]
  call void @llvm.nvvm.barrier0()
  %q = xor i32 %p, 1
  br label %turn
turn:
  %i = phi i32 [ %x, %step ], [ %further, %turn ]
  %next = add i32 %i, 1
  %a = getelementptr [2 x [257 x i32]], ptr addrspace(3) @rows, i32 0, i32 %p, i32 %i
  %b = getelementptr [2 x [257 x i32]], ptr addrspace(3) @rows, i32 0, i32 %p, i32 %next
  %c = getelementptr [2 x [257 x i32]], ptr addrspace(3) @rows, i32 0, i32 %q, i32 %i
  %one = load i32, ptr addrspace(3) %a
  %other = load i32, ptr addrspace(3) %b
  %sum = add i32 %one, %other
  store i32 %sum, ptr addrspace(3) %c
  %further = add i32 %i, %size
  %more = icmp slt i32 %further, 256
  br i1 %more, label %turn, label %behind
behind:
  %up = add i32 %k, 1
  %again = icmp slt i32 %up, %count
  br i1 %again, label %step, label %done
done:
  %to = getelementptr i32, ptr %out, i32 %x
  store i32 %q, ptr %to
  ret void
}

define ptx_kernel void @pairs(ptr %out) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl i32 %x, 1
  %low = and i32 %x, 15
  %place = sub i32 %twice, %low
  %partner = add i32 %place, 16
  %p = getelementptr [512 x i32], ptr addrspace(3) @keys, i32 0, i32 %place
  %q = getelementptr [512 x i32], ptr addrspace(3) @keys, i32 0, i32 %partner
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %least = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %most = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  store i32 %least, ptr addrspace(3) %p
  store i32 %most, ptr addrspace(3) %q
  %to = getelementptr i32, ptr %out, i32 %x
  store i32 %least, ptr %to
  ret void
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
