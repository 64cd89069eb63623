; The way around leads over several branches: then-side, inner branch not taken.  It is guarded on the edge
; that decides, once, though a barrier on the else-side is bypassed by it as well.  What meets the barrier
; first and branches later goes around nothing.
;
; PASSES: lower_bypass lower_sites
; CHECK: @aw.guards = private constant [1 x i32] [i32 1]
; CHECK: @aw.guards
; CHECK: [1 x i32] [i32 1]
; CHECK: br i1 %inner, label %deep,
; CHECK: call void @aw.bypass(i32 1)
; COUNT 1: call void @aw.bypass

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @nested(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %outer = icmp ult i32 %tid, 7
  br i1 %outer, label %then, label %else
then:
  %inner = icmp ult i32 %tid, 3
  br i1 %inner, label %deep, label %next
deep:
  call void @llvm.nvvm.barrier0()
  br label %next
next:
  br label %join
else:
  call void @llvm.nvvm.barrier0()
  %late = icmp ult i32 %tid, 100
  br i1 %late, label %extra, label %join
extra:
  store i32 1, ptr %out
  br label %join
join:
  store i32 2, ptr %out
  ret void
}
