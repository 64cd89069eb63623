; Loops that stay the gang's own: one that makes the same turns in all gangs, and one that looks at what an atomic operation gave.
;
; PASSES: lock_loops
; FORM: k.same 8 1
; FORM: k.atomic 8 1
; NOT: @aw.block.or

declare i32 @aw.gang.x()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.same(ptr %in, ptr %out, i64 %n, i64 %step) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %up, %loop ]
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load <8 x i32>, ptr %p
  store <8 x i32> %v, ptr %out
  %next = add i64 %i, %step
  %up = add i64 %k, 1
  %again = icmp ult i64 %up, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @k.atomic(ptr %in, ptr %out, i64 %n, i64 %step) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load <8 x i32>, ptr %p
  store <8 x i32> %v, ptr %p
  %old = atomicrmw add ptr %out, i32 1 seq_cst
  store i32 %old, ptr %in
  %next = add i64 %i, %step
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
