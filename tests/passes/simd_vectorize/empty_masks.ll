; The mask of a loop whose lanes leave it in different turns is empty behind it: a loop around it doesn't hand it on from turn to turn.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; NOT: phi <16 x i1> [ zeroinitializer

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %in, ptr %out, i32 %steps) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %step
step:
  %left = phi i32 [ %steps, %entry ], [ %less, %behind ]
  %enters = icmp slt i32 %x, %left
  br i1 %enters, label %turn, label %behind
turn:
  %i = phi i32 [ %x, %step ], [ %further, %turn ]
  %p = getelementptr i32, ptr %in, i32 %i
  %q = getelementptr i32, ptr %out, i32 %i
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %further = add i32 %i, %size
  %more = icmp slt i32 %further, %left
  br i1 %more, label %turn, label %behind
behind:
  call void @llvm.nvvm.barrier0()
  %less = sub i32 %left, 1
  %again = icmp sgt i32 %less, 0
  br i1 %again, label %step, label %done
done:
  ret void
}
