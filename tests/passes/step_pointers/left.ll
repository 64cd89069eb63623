; Sums that may wrap around, a promise of the other kind, accesses that are not made in each turn and steps that change stay.
;
; PASSES: step_pointers
; NOT: phi ptr

define float @wraps(ptr %a, i32 %start, i32 %stride, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %k = phi i32 [ %start, %entry ], [ %k.next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %at
  %k.wide = sext i32 %k to i64
  %k.at = getelementptr float, ptr %a, i64 %k.wide
  %y = load float, ptr %k.at
  %xy = fadd float %x, %y
  %more = fadd float %total, %xy
  %k.next = add nuw i32 %k, %stride
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret float %more
}

define void @sometimes(ptr %a, ptr %which, i32 %stride, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %end ]
  %which.at = getelementptr i32, ptr %which, i64 %i
  %flag = load i32, ptr %which.at
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %write, label %end
write:
  %wide = sext i32 %k to i64
  %at = getelementptr i32, ptr %a, i64 %wide
  store i32 1, ptr %at
  br label %end
end:
  %k.next = add nsw i32 %k, %stride
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @changes(ptr %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %step = phi i32 [ 1, %entry ], [ %step.next, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %a, i64 %wide
  store i32 1, ptr %at
  %step.next = add nsw i32 %step, 3
  %next = add nsw i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
