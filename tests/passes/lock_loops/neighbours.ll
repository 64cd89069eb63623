; Two turns at a time of a loop that loads its upper neighbour, and those at both sides of the place itself: behind them these are where the upper
; neighbour was, so one load of three asks for the next turn's memory, and two places are asked for in front of the loop.  What the
; loads step by is known to be the same in all turns, so that one pointer is moved for all gangs.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; COUNT 3: = load <8 x i32>, ptr %p
; COUNT 3: call void @llvm.prefetch
; CHECK: shl i64 %step, 3
; CHECK: i64 0, i64
; CHECK: getelementptr i8, ptr %in, i64
; CHECK: call void @llvm.prefetch
; COUNT 0: %cached = alloca

declare i32 @aw.gang.x()
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i64 %n, i64 %step) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  %some = icmp ult i64 %first, %n
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %next = add i64 %i, %step
  %p = getelementptr i32, ptr %in, i64 %next
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
  %before = add i64 %i, -1
  %pb = getelementptr i32, ptr %in, i64 %before
  %vb = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %pb, i32 4, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
  %behind = add i64 %i, 1
  %pa = getelementptr i32, ptr %in, i64 %behind
  %va = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %pa, i32 4, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
  %one = add <8 x i32> %v, %vb
  %two = add <8 x i32> %one, %va
  %more = add <8 x i32> %sum, %two
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %total = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %q = getelementptr <8 x i32>, ptr %out, i64 %first
  store <8 x i32> %total, ptr %q
  ret void
}
