; What a loop's body and what comes behind the loop begin with is done once, before it is decided whether the loop goes on.
;
; PASSES: prepare_ptx
; COUNT 1: load i64
; COUNT 1: load i32

define void @k(ptr %nodes, ptr %keys, i32 %height) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %height
  br i1 %more, label %body, label %done
body:
  %node = load i64, ptr %nodes
  %key = getelementptr i32, ptr %keys, i64 %node
  %x = load i32, ptr %key
  store i32 %x, ptr %nodes
  %next = add nsw i32 %i, 1
  br label %head
done:
  %node2 = load i64, ptr %nodes
  %key2 = getelementptr i32, ptr %keys, i64 %node2
  %y = load i32, ptr %key2
  store i32 %y, ptr %keys
  ret void
}
