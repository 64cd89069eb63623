; Loops that stay the gang's own: one that makes the same turns in all gangs, one that looks at what an atomic operation gave, and one
; that goes through shared memory only, whichever of two rows it is.
;
; PASSES: lock_loops
; FORM: k.same 8 1
; FORM: k.atomic 8 1
; FORM: k.shared 8 1
; NOT: @aw.block.or

@rows = internal addrspace(3) global [2 x [256 x i32]] undef

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

define void @k.shared(i64 %n, i64 %step, i32 %turns) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  br label %outer
outer:
  %t = phi i32 [ 0, %entry ], [ %later, %behind ]
  %from = phi ptr [ addrspacecast (ptr addrspace(3) @rows to ptr), %entry ], [ %to, %behind ]
  %to = phi ptr [ getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @rows to ptr), i64 1024), %entry ], [ %from, %behind ]
  br label %loop
loop:
  %i = phi i64 [ %first, %outer ], [ %next, %loop ]
  %p = getelementptr i32, ptr %from, i64 %i
  %q = getelementptr i32, ptr %to, i64 %i
  %v = load <8 x i32>, ptr %p
  store <8 x i32> %v, ptr %q
  %next = add i64 %i, %step
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %behind
behind:
  %later = add i32 %t, 1
  %go = icmp ult i32 %later, %turns
  br i1 %go, label %outer, label %done
done:
  ret void
}
