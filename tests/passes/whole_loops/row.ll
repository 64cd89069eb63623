; A gang goes along a row: turns that all lanes make come first, without masks; what is left is the loop as it was, which begins where these
; end.  All lanes enter if the last does, and go on if the last one's next number is below the end.
;
; PASSES: whole_loops
; FORM: k.full 8 1
; CHECK: define void @k.full
; COUNT 3: phi <8 x i32> [ zeroinitializer,
; COUNT 1: call <8 x i32> @llvm.masked.load
; COUNT 1: load <8 x i32>, ptr
; COUNT 1: phi <8 x i1>
; CHECK: ret void

declare i32 @aw.gang.x()
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i32 %n) {
entry:
  %n.0 = insertelement <8 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <8 x i32> %n.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %enter = icmp sgt <8 x i32> %ns, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %enter.bits = bitcast <8 x i1> %enter to i8
  %none = icmp eq i8 %enter.bits, 0
  br i1 %none, label %done, label %loop
loop:
  %lanes = phi <8 x i1> [ %enter, %entry ], [ %stay, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %kept, %loop ]
  %far = sext i32 %i to i64
  %p = getelementptr i32, ptr %in, i64 %far
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> %lanes, <8 x i32> poison)
  %more = add <8 x i32> %sum, %v
  %kept = select <8 x i1> %lanes, <8 x i32> %more, <8 x i32> %sum
  %next = add i32 %i, 8
  %next.0 = insertelement <8 x i32> poison, i32 %next, i64 0
  %nexts.0 = shufflevector <8 x i32> %next.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %nexts = add <8 x i32> %nexts.0, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %below = icmp slt <8 x i32> %nexts, %ns
  %stay = select <8 x i1> %lanes, <8 x i1> %below, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %stay to i8
  %gone = icmp eq i8 %bits, 0
  br i1 %gone, label %done, label %loop
done:
  %total = phi <8 x i32> [ zeroinitializer, %entry ], [ %kept, %loop ]
  store <8 x i32> %total, ptr %out
  ret void
}
