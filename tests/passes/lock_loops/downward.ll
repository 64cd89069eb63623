; Loops that go down by a step of the block's are locked as those that go up are, and their whole turns know two ends: no lane comes to the
; last number, and none begins anew at the largest.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; CHECK: = icmp ult i32 %step, 16777216
; CHECK: call i32 @aw.block.any(
; CHECK: turn.next:
; CHECK: [ 2, %turn.maybe ], [ 1, %turn.whole.end ]
; COUNT 2: call i32 @aw.block.any(
; COUNT 1: store <8 x i32> %ns, ptr %

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
  %last = add i32 %begin, %x
  %behind = add i32 %last, %n
  %first = sub i32 %behind, %step
  %n.0 = insertelement <8 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <8 x i32> %n.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %first.0 = insertelement <8 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <8 x i32> %first.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %is = add <8 x i32> %firsts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %enter = icmp sgt <8 x i32> %is, splat (i32 -1)
  %enter.bits = bitcast <8 x i1> %enter to i8
  %none = icmp eq i8 %enter.bits, 0
  br i1 %none, label %done, label %loop
loop:
  %in = phi <8 x i1> [ %enter, %gang ], [ %stay, %loop ]
  %i = phi i32 [ %first, %gang ], [ %next, %loop ]
  %far = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %far
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %ns, ptr %p, i32 4, <8 x i1> %in)
  %next = sub i32 %i, %step
  %next.0 = insertelement <8 x i32> poison, i32 %next, i64 0
  %nexts.0 = shufflevector <8 x i32> %next.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %nexts = add <8 x i32> %nexts.0, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %more = icmp sgt <8 x i32> %nexts, splat (i32 -1)
  %stay = select <8 x i1> %in, <8 x i1> %more, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %stay to i8
  %gone = icmp eq i8 %bits, 0
  br i1 %gone, label %done, label %loop
done:
  ret void
}
