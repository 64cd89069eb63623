; A loop with a stride that only reads, constant or not, gets sixteen turns in front, behind a test that they are all there; one
; that writes stays.
;
; PASSES: unroll_strided
; CHECK: define void @sum
; CHECK: icmp ult i32 %stride, 134217728
; COUNT 35: load i32
; CHECK: define void @writes
; CHECK: define void @constant
; CHECK: icmp ugt i32

define void @sum(ptr %in, i32 %n, i32 %stride, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %more = add i32 %sum, %x
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  store i32 %more, ptr %out
  ret void
}

define void @writes(ptr %in, i32 %n, i32 %stride) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %y = mul i32 %x, 3
  store i32 %y, ptr %at
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define void @constant(ptr %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %more = add i32 %sum, %x
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  store i32 %more, ptr %out
  ret void
}
