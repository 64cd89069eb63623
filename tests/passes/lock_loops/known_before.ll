; A loop that goes on by what the turn before has found: the condition is a phi of the loop's own, which goes through a slot as well.
;
; PASSES: lock_loops
; FORM: k.full 8 1
; CHECK: %two = icmp
; CHECK: call i32 @aw.block.any(
; CHECK: turn.next:
; CHECK: call i32 @aw.block.any(
; COUNT 2: call i32 @aw.block.any(
; COUNT 0: %go

declare i32 @aw.gang.x()
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i64 %n, i64 %step) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  %two = icmp ult i64 %first, 2
  br label %loop
loop:
  %go = phi i1 [ %two, %entry ], [ %again, %loop ]
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
  %more = add <8 x i32> %sum, %v
  %next = add i64 %i, %step
  %again = icmp ult i64 %next, %n
  br i1 %go, label %loop, label %done
done:
  %q = getelementptr <8 x i32>, ptr %out, i64 %first
  store <8 x i32> %more, ptr %q
  ret void
}
