; Two ways that bring the same operation on the same values: it is made where they meet, so that it is the block's, though lanes
; come by different ways.  Where they bring different ones the phi stays.  A number that is widened without its sign on a way on which it
; isn't negative is the same as with it.
;
; PASSES: simd_clone
; CHECK: define internal void @k.simd
; CHECK: = phi i32 [
; CHECK: = xor i32 %row, 1
; CHECK: sext
; CHECK: store volatile
; CHECK: define internal void @widened.simd
; COUNT 1: = phi i64
; CHECK: = sext i32 %row to i64
; CHECK: store volatile

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %out, i32 %n, i32 %row) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %one, label %two
one:
  %a = xor i32 %row, 1
  %c = add i32 %row, %x
  %p = getelementptr i32, ptr %out, i32 %a
  store volatile i32 %c, ptr %p
  fence seq_cst
  br label %join
two:
  %b = xor i32 %row, 1
  %d = sub i32 %row, %x
  %q = getelementptr i32, ptr %out, i32 %d
  store volatile i32 %b, ptr %q
  br label %join
join:
  %other = phi i32 [ %a, %one ], [ %b, %two ]
  %kept = phi i32 [ %c, %one ], [ %d, %two ]
  %r = getelementptr i32, ptr %out, i32 %other
  store volatile i32 %kept, ptr %r
  ret void
}

define ptx_kernel void @widened(ptr %out, i32 %n, i32 %row) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %one, label %two
one:
  %a = zext nneg i32 %row to i64
  %p = getelementptr i32, ptr %out, i64 %a
  store volatile i32 %x, ptr %p
  fence seq_cst
  br label %join
two:
  %b = sext i32 %row to i64
  %q = getelementptr i64, ptr %out, i64 %b
  store volatile i32 %n, ptr %q
  br label %join
join:
  %c = phi i64 [ %a, %one ], [ %b, %two ]
  %r = getelementptr i8, ptr %out, i64 %c
  store volatile i32 0, ptr %r
  ret void
}
