; Gangs of a span that ask only for their number in the grid's row go along one line of all blocks; those before the end that
; whole_guards.c tests for go by themselves, without the test.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: mul nuw i32 %0, %8
; CHECK: sext i32 %n to i64
; CHECK: udiv i64
; CHECK: %gang.line = phi i32
; CHECK: br i1 true
; CHECK: = phi i32 [ %
; CHECK: br i1 false
; COUNT 4: = phi i32
; NOT: %gang.block =
; NOT: call void @aw.span.enter(

declare i32 @aw.gang.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %even = and i32 %x, -8
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %b, %size
  %i = add i32 %start, %even
  %first = sext i32 %i to i64
  %last = add nsw i64 %first, 7
  %end = sext i32 %n to i64
  %all = icmp slt i64 %last, %end
  br i1 %all, label %whole, label %done, !aw.whole !0
whole:
  %place = getelementptr <8 x i32>, ptr %out, i64 %first
  store <8 x i32> zeroinitializer, ptr %place
  br label %done
done:
  ret void
}

!0 = !{}
