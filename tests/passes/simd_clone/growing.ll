; A row of a table of numbers that grow by one in a turn of the outer loop at most is one of bytes where both loops end soon enough, beside
; the row of ints, in gangs for bytes.  Where a number is made of the one just stored, it stays one of ints.
;
; PASSES: simd_clone
; CHECK: define internal void @least.simd32.full
; CHECK: icmp ule i32 %
; CHECK: call i8 @llvm.umin.i8
; CHECK: call i32 @llvm.smin.i32
; CHECK: define internal void @last.simd16.full

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smin.i32(i32, i32)

define ptx_kernel void @least(ptr %out, i32 %rows, i32 %columns) {
entry:
  %row = alloca [40 x i32]
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %k = phi i32 [ 0, %entry ], [ %k.next, %fill ]
  %k.far = zext i32 %k to i64
  %k.at = getelementptr [40 x i32], ptr %row, i64 0, i64 %k.far
  store i32 %k, ptr %k.at
  %k.next = add i32 %k, 1
  %k.end = icmp eq i32 %k.next, %columns
  br i1 %k.end, label %outer, label %fill
outer:
  %i = phi i32 [ 0, %fill ], [ %i.next, %outer.next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %left = phi i32 [ %i, %outer ], [ %new, %inner ]
  %at = getelementptr [40 x i32], ptr %row, i64 0, i64 %j
  %old = load i32, ptr %at
  %least = call i32 @llvm.smin.i32(i32 %old, i32 %left)
  %new = add i32 %least, 1
  store i32 %new, ptr %at
  %j.next = add i64 %j, 1
  %columns.far = zext i32 %columns to i64
  %j.end = icmp eq i64 %j.next, %columns.far
  br i1 %j.end, label %outer.next, label %inner
outer.next:
  %i.next = add i32 %i, 1
  %i.end = icmp eq i32 %i.next, %rows
  br i1 %i.end, label %done, label %outer
done:
  %picked.far = zext i32 %x to i64
  %picked = getelementptr [40 x i32], ptr %row, i64 0, i64 %picked.far
  %result = load i32, ptr %picked
  %to = getelementptr i32, ptr %out, i64 %picked.far
  store i32 %result, ptr %to
  ret void
}

define ptx_kernel void @last(ptr %out, i32 %rows, i32 %columns) {
entry:
  %row = alloca [40 x i32]
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 0, ptr %row
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i64 %j, 1
  %at = getelementptr [40 x i32], ptr %row, i64 0, i64 %j
  %next.at = getelementptr [40 x i32], ptr %row, i64 0, i64 %j.next
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  store i32 %new, ptr %next.at
  %columns.far = zext i32 %columns to i64
  %j.end = icmp eq i64 %j.next, %columns.far
  br i1 %j.end, label %outer.next, label %inner
outer.next:
  %i.next = add i32 %i, 1
  %i.end = icmp eq i32 %i.next, %rows
  br i1 %i.end, label %done, label %outer
done:
  %picked.far = zext i32 %x to i64
  %picked = getelementptr [40 x i32], ptr %row, i64 0, i64 %picked.far
  %result = load i32, ptr %picked
  %to = getelementptr i32, ptr %out, i64 %picked.far
  store i32 %result, ptr %to
  ret void
}
