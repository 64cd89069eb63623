; Lines of stores that go past the caches aren't asked for, but those of gangs that store a part of a row's lanes, or in the middle of a
; half of a line, are.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; CHECK: define void @k.full(
; CHECK: call void @llvm.masked.store
; CHECK: ptrtoint ptr
; CHECK: icmp eq i64 %
; CHECK: icmp eq i8 %
; CHECK: select i1 %
; CHECK: call void @llvm.prefetch

declare i32 @aw.gang.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i1 @aw.past(i32, i32, i32)
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
  %in = phi <8 x i1> [ %enter, %gang ], [ %stay, %joined ]
  %turn = phi i32 [ 0, %gang ], [ %turn.next, %joined ], !aw.turn !0
  %i = phi i32 [ %first, %gang ], [ %next, %joined ]
  %far = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %far
  %turn.next = add i32 %turn, 1
  %past = call i1 @aw.past(i32 %turn, i32 4, i32 32)
  br i1 %past, label %wide, label %plain
wide:
  store <8 x i32> %ns, ptr %p, align 32, !nontemporal !1
  br label %joined
plain:
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %ns, ptr %p, i32 4, <8 x i1> %in)
  br label %joined
joined:
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

!0 = !{}
!1 = !{i32 1}
