; blockDim is read first, once.
;
; PASSES: early_sizes
; CHECK: entry:
; CHECK: @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: @llvm.nvvm.read.ptx.sreg.ctaid.x()
; COUNT 1: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

define void @index(ptr %out, i1 %more) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %block, ptr %out
  br i1 %more, label %then, label %done
then:
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %again = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %i = mul i32 %block, %size
  %j = add i32 %i, %again
  store i32 %j, ptr %out
  br label %done
done:
  ret void
}

attributes #0 = { nounwind memory(none) }
