; An address with a stride is a pointer that steps; those that differ by a constant share one; signed and unsigned.
;
; PASSES: step_pointers
; COUNT 2: phi ptr
; CHECK: define float @sums
; CHECK: = sext i32 %stride to i64
; CHECK: loop:
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: , i64 20
; NOT: mul nsw i32 %i
; NOT: zext i32 %k

define float @sums(ptr %a, ptr %b, i32 %column, i32 %stride, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %k = phi i32 [ 7, %entry ], [ %k.next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul nsw i32 %i, %stride
  %one = add nsw i32 %row, %column
  %one.wide = sext i32 %one to i64
  %one.at = getelementptr float, ptr %a, i64 %one.wide
  %x = load float, ptr %one.at
  %two = add nsw i32 %one, 5
  %two.wide = sext i32 %two to i64
  %two.at = getelementptr float, ptr %a, i64 %two.wide
  %y = load float, ptr %two.at
  %k.wide = zext i32 %k to i64
  %k.at = getelementptr float, ptr %b, i64 %k.wide
  %z = load float, ptr %k.at
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %more = fadd float %total, %xyz
  %k.next = add nuw i32 %k, %column
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret float %more
}
