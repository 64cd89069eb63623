; Threads come to the loop whose first number is not below the end: nothing is made for all of them.
;
; PASSES: deal_turns
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: icmp sge i32 %first, %n
; CHECK: br i1 %some, label %before, label %around
; CHECK: before:
; CHECK: icmp sgt i32 %n, %step

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

define ptx_kernel void @k(ptr %from, ptr %to, i32 %n) {
  ret void
}

define void @k.full(ptr %from, ptr %to, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %s = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %s, %g
  %m = mul i32 %b, %s
  %first = add i32 %m, %t
  %some = icmp sge i32 %first, %n
  br i1 %some, label %before, label %around
before:
  br label %loop
loop:
  %i = phi i32 [ %first, %before ], [ %next, %again ]
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %from, i64 %wide
  %v = load float, ptr %p
  %q = getelementptr inbounds float, ptr %to, i64 %wide
  store float %v, ptr %q
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %again, label %end
again:
  br label %loop
around:
  br label %done
end:
  br label %done
done:
  ret void
}
