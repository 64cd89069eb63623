; What a gang loads before it writes anything is marked, so that it may be taken out of loops over gangs; what it loads behind a write
; isn't, and neither is what a loop loads that writes, since a turn comes behind the one before.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; CHECK: load i32, ptr %before, align 4, !aw.early
; COUNT 1: , !aw.early
; CHECK: load i32, ptr %inside, align 4
; CHECK: load i32, ptr %behind, align 4

declare i32 @aw.gang.x() memory(none)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %before, ptr %inside, ptr %behind, ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %one = load i32, ptr %before
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %two = load i32, ptr %inside
  %i = add i32 %x, %k
  %at = getelementptr i32, ptr %out, i32 %i
  %sum = add i32 %one, %two
  store i32 %sum, ptr %at
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %done
done:
  %three = load i32, ptr %behind
  %to = getelementptr i32, ptr %out, i32 %x
  store i32 %three, ptr %to
  ret void
}
