; The lecture's kernel: a barrier under `if (threadIdx.x < i)` in a reduction loop.  Threads of the other
; side go around it to the same place; the loop itself is left by all, or in disorder, as a parameter
; doesn't tell: its exit is guarded as well.
;
; PASSES: lower_bypass lower_sites
; CHECK: @aw.guards = private constant [2 x i32] [i32 1, i32 2]
; CHECK: define ptx_kernel void @dot
; CHECK: br i1 %some, label %turn, label %1
; CHECK: br i1 %active, label %then, label %0
; CHECK: 0: ; preds = %turn
; CHECK: call void @aw.bypass(i32 2)
; CHECK: 1: ; preds = %loop
; CHECK: call void @aw.bypass(i32 1)
; COUNT 2: call void @aw.bypass

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @dot(ptr %cache, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [ %size, %entry ], [ %half, %next ]
  %some = icmp ne i32 %i, 0
  br i1 %some, label %turn, label %done
turn:
  %half = udiv i32 %i, 2
  %active = icmp ult i32 %tid, %half
  br i1 %active, label %then, label %next
then:
  call void @llvm.nvvm.barrier0()
  br label %next
next:
  br label %loop
done:
  store i32 %tid, ptr %out
  ret void
}
