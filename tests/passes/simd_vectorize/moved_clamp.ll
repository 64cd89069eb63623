; A bound on the other side of an addition, `max(i, 1) - 1`, is a choice between the number and a constant: what it loads are rows, not
; gathers, also below another bound or within one that was moved, too, or where it is joined to the number of a row.  A number that leads to no address stays as it is.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @moved.simd16.full
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: br i1
; CHECK: load i32, ptr
; NOT: @llvm.masked.gather
; CHECK: define internal void @both.simd16.full
; CHECK: call <16 x i32> @llvm.masked.load
; NOT: @llvm.masked.gather
; CHECK: define internal void @joined.simd16.full
; CHECK: call <16 x i32> @llvm.masked.load
; NOT: @llvm.masked.gather
; CHECK: define internal void @number.simd16.full
; CHECK: call <16 x i32> @llvm.smax.v16i32

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

define ptx_kernel void @moved(ptr %p, ptr %q, i32 %last) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bounded = call i32 @llvm.smax.i32(i32 %x, i32 3)
  %left = add nsw i32 %bounded, -3
  %inside = call i32 @llvm.smin.i32(i32 %left, i32 %last)
  %wide = sext i32 %inside to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %v, ptr %to
  ret void
}

define ptx_kernel void @both(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %below = call i32 @llvm.smin.i32(i32 %x, i32 104)
  %bounded = call i32 @llvm.smax.i32(i32 %below, i32 3)
  %left = add nsw i32 %bounded, -3
  %wide = zext nneg i32 %left to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %v, ptr %to
  ret void
}

define ptx_kernel void @joined(ptr %p, ptr %q, i32 %y) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl nsw i32 %y, 7
  %bounded = call i32 @llvm.smax.i32(i32 %x, i32 3)
  %left = add nsw i32 %bounded, -3
  %inside = call i32 @llvm.umin.i32(i32 %left, i32 127)
  %place = or disjoint i32 %row, %inside
  %wide = sext i32 %place to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %v, ptr %to
  ret void
}

declare i32 @llvm.umin.i32(i32, i32)

define ptx_kernel void @number(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %from
  %bounded = call i32 @llvm.smax.i32(i32 %v, i32 3)
  %less = add nsw i32 %bounded, -3
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %less, ptr %to
  ret void
}
