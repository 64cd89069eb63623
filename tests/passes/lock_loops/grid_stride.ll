; A grid-stride loop whose gangs end in different turns: all gangs of the block run one turn before any runs the next,
; and what the loop gives is kept for the gangs that are through.  With one place to look at it makes four turns at a time.
; What the first turn loads is asked for in front of the loop, then what the next strip does.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; CHECK: %some = icmp ult i64 %first, %n
; CHECK: call void @llvm.prefetch
; CHECK: call i32 @aw.block.any(
; CHECK: label %turns.done, label %turn
; CHECK: turn.next:
; CHECK: call i32 @aw.block.any(
; CHECK: label %turns.done, label %turn
; COUNT 2: call i32 @aw.block.any(
; COUNT 1: @llvm.masked.load
; COUNT 2: call void @llvm.prefetch
; COUNT 1: shl i64 %step, 2
; COUNT 1: [ 4, %turn

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
  %p = getelementptr i32, ptr %in, i64 %i
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
  %more = add <8 x i32> %sum, %v
  %next = add i64 %i, %step
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %total = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %q = getelementptr <8 x i32>, ptr %out, i64 %first
  store <8 x i32> %total, ptr %q
  ret void
}
