; Rows of shared memory that overlap are made of a row carried from turn to turn, in blocks of more threads than a gang; not where a store
; comes before.
;
; PASSES: flat_loops
; TARGET: x86-64-v4
; FORM: k.full 16 1
; FORM: behind.full 16 1
; CHECK: define void @k.full
; CHECK: icmp ugt i32 %step, 31
; CHECK: phi <16 x i32>
; CHECK: load <16 x i32>
; CHECK: shufflevector <16 x i32>
; CHECK: define void @behind.full
; COUNT 1: phi <16 x i32>

@row = internal addrspace(3) global [1024 x float] undef
@other = internal addrspace(3) global [1024 x float] undef

declare i32 @aw.gang.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier0()
  %in.first = icmp slt i32 %x, %n
  br i1 %in.first, label %loop, label %done
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %far = sext i32 %i to i64
  %ahead = add i64 %far, 1
  %p = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @row to ptr), i64 0, i64 %far
  %q = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @row to ptr), i64 0, i64 %ahead
  %to = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @other to ptr), i64 0, i64 %far
  %a = load <16 x float>, ptr %p, align 4
  %b = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %a, %b
  store <16 x float> %sum, ptr %to, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  ret void
}

define ptx_kernel void @behind(ptr %out) {
  ret void
}

define void @behind.full(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier0()
  %in.first = icmp slt i32 %x, %n
  br i1 %in.first, label %loop, label %done
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %far = sext i32 %i to i64
  %ahead = add i64 %far, 1
  %p = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @row to ptr), i64 0, i64 %far
  %q = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @row to ptr), i64 0, i64 %ahead
  %to = getelementptr [1024 x float], ptr addrspacecast (ptr addrspace(3) @other to ptr), i64 0, i64 %far
  %a = load <16 x float>, ptr %p, align 4
  store <16 x float> %a, ptr %to, align 4
  %b = load <16 x float>, ptr %q, align 4
  store <16 x float> %b, ptr %to, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  ret void
}
