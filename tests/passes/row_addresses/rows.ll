; Rows a stride apart are a pointer and odd multiples of the stride, times 1, 2 or 4; after eight rows the pointer goes on.
;
; TARGET: x86-64-v4
; PASSES: row_addresses
; CHECK: zext i32 %stride to i64
; CHECK: loop:
; CHECK: getelementptr [4 x i8], ptr %p, i64 %i
; CHECK: %row = freeze ptr
; COUNT 2: = freeze ptr
; COUNT 1: , 12
; COUNT 1: , 20
; COUNT 1: , 28
; COUNT 1: = shl i64 %1, 1
; COUNT 1: = shl i64 %1, 3

define void @rows(ptr %p, i32 %stride, i64 %count) {
entry:
  %s1 = zext i32 %stride to i64
  %p1 = getelementptr i32, ptr %p, i64 %s1
  %n2 = shl nuw i32 %stride, 1
  %s2 = zext i32 %n2 to i64
  %p2 = getelementptr i32, ptr %p, i64 %s2
  %n3 = mul nuw i32 %stride, 3
  %s3 = zext i32 %n3 to i64
  %p3 = getelementptr i32, ptr %p, i64 %s3
  %n5 = mul nuw i32 %stride, 5
  %s5 = zext i32 %n5 to i64
  %p5 = getelementptr i32, ptr %p, i64 %s5
  %n7 = mul nuw i32 %stride, 7
  %s7 = zext i32 %n7 to i64
  %p7 = getelementptr i32, ptr %p, i64 %s7
  %n9 = mul nuw i32 %stride, 9
  %s9 = zext i32 %n9 to i64
  %p9 = getelementptr i32, ptr %p, i64 %s9
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a0 = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a0
  %a1 = getelementptr i32, ptr %p1, i64 %i
  store i32 %v, ptr %a1
  %a2 = getelementptr i32, ptr %p2, i64 %i
  store i32 %v, ptr %a2
  %a3 = getelementptr i32, ptr %p3, i64 %i
  store i32 %v, ptr %a3
  %a5 = getelementptr i32, ptr %p5, i64 %i
  store i32 %v, ptr %a5
  %a7 = getelementptr i32, ptr %p7, i64 %i
  store i32 %v, ptr %a7
  %a9 = getelementptr i32, ptr %p9, i64 %i
  store i32 %v, ptr %a9
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %out

out:
  ret void
}
