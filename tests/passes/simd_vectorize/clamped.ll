; Lanes that a clamp leaves alone read a row, the others the place at its bound, if there are any.  A store at a clamped index stays a
; scatter: of lanes at one place the last one's value stays.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @clamped.simd16.full
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: br i1
; CHECK: load i32, ptr
; NOT: @llvm.masked.gather
; CHECK: define internal void @stored.simd16.full
; CHECK: call void @llvm.masked.scatter

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smin.i32(i32, i32)

define ptx_kernel void @clamped(ptr %p, ptr %q, i32 %last) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %right = add nsw i32 %x, 1
  %inside = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %wide = sext i32 %inside to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %v, ptr %to
  ret void
}

define ptx_kernel void @stored(ptr %q, i32 %last) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = call i32 @llvm.smin.i32(i32 %x, i32 %last)
  %wide = sext i32 %inside to i64
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %x, ptr %to
  ret void
}
