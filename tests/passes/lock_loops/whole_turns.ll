; Turns that all lanes of all gangs are in have a copy without masks: gangs say whether they are whole (2: not) beside whether they
; go on (1).  Of a strip of four turns the last lane must be in the last one.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; CHECK: = mul i32 %step, 3
; CHECK: = icmp ult i32 %step, 16777216
; CHECK: i32 -2147483648
; CHECK: = or disjoint i32 %9, 2
; CHECK: call i32 @aw.block.any(
; CHECK: label %turn.maybe
; CHECK: turn.next:
; CHECK: [ 2, %turn.maybe ], [ 1, %turn.whole.end ]
; CHECK: turn.maybe:
; COUNT 1: store <8 x i32> %ns, ptr %
; COUNT 2: call void @llvm.masked.store

declare i32 @aw.gang.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(i32 %n, ptr %out) {
gang:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %threads, %blocks
  %begin = mul i32 %block, %threads
  %x = call i32 @aw.gang.x()
  %first = add i32 %begin, %x
  %n.0 = insertelement <8 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <8 x i32> %n.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %first.0 = insertelement <8 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <8 x i32> %first.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %is = add <8 x i32> %firsts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %enter = icmp slt <8 x i32> %is, %ns
  %enter.bits = bitcast <8 x i1> %enter to i8
  %none = icmp eq i8 %enter.bits, 0
  br i1 %none, label %done, label %loop
loop:
  %in = phi <8 x i1> [ %enter, %gang ], [ %stay, %loop ]
  %i = phi i32 [ %first, %gang ], [ %next, %loop ]
  %far = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %far
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %ns, ptr %p, i32 4, <8 x i1> %in)
  %next = add i32 %i, %step
  %next.0 = insertelement <8 x i32> poison, i32 %next, i64 0
  %nexts.0 = shufflevector <8 x i32> %next.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %nexts = add <8 x i32> %nexts.0, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %more = icmp slt <8 x i32> %nexts, %ns
  %stay = select <8 x i1> %in, <8 x i1> %more, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %stay to i8
  %gone = icmp eq i8 %bits, 0
  br i1 %gone, label %done, label %loop
done:
  ret void
}
