; A loop's pointer that begins at a local variable is one to local memory (infer-address-spaces carries the casts through it where the target is
; a GPU); calls keep the variable.
;
; PASSES: local_pointers
; CHECK: addrspacecast ptr %own to ptr addrspace(5)
; CHECK: call void @use(ptr %own)
; COUNT 4: addrspacecast
; NOT: phi ptr [ %own
; NOT: store i32 %i, ptr %own

declare void @use(ptr)

define void @k(ptr %other, i1 %which, i32 %n, ptr %out) {
entry:
  %own = alloca [4 x i32]
  %second = alloca i32
  %plain = alloca i32
  call void @use(ptr %own)
  br label %body

body:
  %p = phi ptr [ %own, %entry ], [ %next, %body ]
  %i = phi i32 [ 0, %entry ], [ %more, %body ]
  store i32 %i, ptr %p
  %next = getelementptr i8, ptr %p, i64 4
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %body, label %after

after:
  %q = select i1 %which, ptr %second, ptr %other
  %x = load i32, ptr %q
  store i32 %x, ptr %out
  %third = load i32, ptr %plain
  store i32 %third, ptr %out
  ret void
}
