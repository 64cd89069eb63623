; A grid-stride loop without a carried value is made by whole gangs, each with a piece of its own, where the launch has the arrays
; apart and more numbers than threads; what is left of a piece is a turn of the loop as it was.  Within the array that it changes
; in place a turn has only its own element, so that needs no test.
;
; PASSES: deal_turns
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: icmp sgt i32 %n, %1
; CHECK: ptrtoint ptr %from to i64
; CHECK: ptrtoint ptr %to to i64
; CHECK: br i1
; CHECK: udiv i32
; CHECK: !aw.turn
; COUNT 2: load float, ptr
; COUNT 2: load i32, ptr
; COUNT 4: store
; COUNT 1: !aw.turn
; COUNT 2: icmp ule i64

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

define ptx_kernel void @k(ptr %from, ptr noalias %own, ptr %to, i32 %n) {
  ret void
}

define void @k.full(ptr %from, ptr noalias %own, ptr %to, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %s = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %s
  %first = add i32 %m, %t
  %some = icmp slt i32 %first, %n
  br i1 %some, label %before, label %around
before:
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %s, %g
  br label %loop
loop:
  %i = phi i32 [ %first, %before ], [ %next, %again ]
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %from, i64 %wide
  %v = load float, ptr %p
  %q = getelementptr inbounds float, ptr %to, i64 %wide
  store float %v, ptr %q
  %o = getelementptr inbounds i32, ptr %own, i64 %wide
  %old = load i32, ptr %o
  %new = add i32 %old, 1
  store i32 %new, ptr %o
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
