; Blocks that come to different barriers aren't run side by side.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; NOT: aw.span.count

declare i32 @aw.gang.x()
declare i32 @aw.block.any(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %any = call i32 @aw.block.any(i32 %x)
  %odd = trunc i32 %b to i1
  br i1 %odd, label %more, label %done
more:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %any, ptr %at
  ret void
}
