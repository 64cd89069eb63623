; Every volatile access that others can see is a step, the thread's own variables are not.  A loop in
; which lanes may pass around a meeting has one more step on its back edge; one that meets in each turn
; has not, and barriers and warp operations that name their lanes are no meetings.  Behind a barrier or a step the first
; access needs none, nor does one that is like all that came before it.
;
; PASSES: lower_sites
; CHECK: define ptx_kernel void @straight
; CHECK: call void @aw.step(), !aw.site
; CHECK: load volatile
; CHECK: call void @aw.step(), !aw.site
; CHECK: store volatile
; CHECK: ret void
; CHECK: define ptx_kernel void @around
; CHECK: ; preds = %next
; CHECK: call void @aw.step(), !aw.site
; CHECK: br label %loop
; CHECK: then:
; CHECK: call void @aw.step(), !aw.site
; CHECK: load volatile
; CHECK: define ptx_kernel void @behind
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: load volatile
; CHECK: load volatile
; CHECK: call void @aw.step(), !aw.site
; CHECK: store volatile
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: store volatile
; CHECK: ret void
; CHECK: define ptx_kernel void @regular
; CHECK: ret void
; COUNT 6: call void @aw.step

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)

define ptx_kernel void @straight(ptr addrspace(3) %p) {
  %own = alloca [4 x i32]
  %element = getelementptr [4 x i32], ptr %own, i32 0, i32 1
  store volatile i32 1, ptr %element
  %x = load volatile i32, ptr addrspace(3) %p
  store volatile i32 %x, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @around(i1 %c, i1 %d, ptr %p) {
entry:
  br label %loop
loop:
  br i1 %c, label %then, label %next
then:
  %x = load volatile i32, ptr %p
  br label %next
next:
  br i1 %d, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @behind(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  call void @llvm.nvvm.barrier0()
  %x = load volatile i32, ptr addrspace(3) %p
  %y = load volatile i32, ptr addrspace(3) %q
  store volatile i32 %x, ptr addrspace(3) %q
  call void @llvm.nvvm.barrier0()
  store volatile i32 %y, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @regular(i1 %c, i1 %d, ptr %p) {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  br i1 %c, label %then, label %next
then:
  %y = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 1, i32 1, i32 1, i32 31)
  br label %next
next:
  br i1 %d, label %loop, label %done
done:
  ret void
}
