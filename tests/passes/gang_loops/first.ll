; What the first gang of a row does alone between barriers the others don't come by for, whichever way its branch asks; where others store
; something they do.
;
; PASSES: gang_loops llvm:function(simplifycfg,instcombine<no-verify-fixpoint>,indvars,simplifycfg)
; FORM: k.full 16 1
; FORM: beside.full 16 1
; CHECK: define void @k.full
; CHECK: store float 1.0
; CHECK: store float 2.0
; CHECK: define void @beside.full
; CHECK: gang.x = phi
; CHECK: store float 1.0
; COUNT 1: gang.x = phi

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %row) {
  ret void
}

define void @k.full(ptr %row, i1 %also) {
entry:
  call void @llvm.nvvm.barrier0()
  %x = call i32 @aw.gang.x()
  %first = icmp eq i32 %x, 0
  br i1 %first, label %one, label %on
one:
  store float 1.0, ptr %row
  br label %on
on:
  call void @llvm.nvvm.barrier0()
  %y = call i32 @aw.gang.x()
  %other = icmp ne i32 %y, 0
  %away = select i1 %other, i1 true, i1 %also
  br i1 %away, label %end, label %two
two:
  store float 2.0, ptr %row
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  ret void
}

define ptx_kernel void @beside(ptr %row) {
  ret void
}

define void @beside.full(ptr %row) {
entry:
  call void @llvm.nvvm.barrier0()
  %x = call i32 @aw.gang.x()
  %first = icmp eq i32 %x, 0
  br i1 %first, label %one, label %on
one:
  store float 1.0, ptr %row
  br label %on
on:
  %p = getelementptr float, ptr %row, i32 %x
  store float 3.0, ptr %p
  call void @llvm.nvvm.barrier0()
  ret void
}
