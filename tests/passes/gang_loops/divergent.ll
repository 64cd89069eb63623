; A barrier that gangs may come by or not: the form is given up.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; REFUSED: a barrier behind a branch on which gangs may differ
; NOT: @k.full

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %in = icmp ult i32 %x, %n
  br i1 %in, label %wait, label %leave
wait:
  call void @llvm.nvvm.barrier0()
  br label %leave
leave:
  ret void
}
