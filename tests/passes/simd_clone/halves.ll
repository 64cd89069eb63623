; A kernel that asks for a thread's y has a form for whole gangs of 8 behind that for 16; one that knows rows alone has none, nor one with
; operations of a warp.
;
; PASSES: simd_clone
; CHECK: define internal void @squares.simd16.full
; CHECK: define internal void @squares.simd8.full
; CHECK: define internal void @squares.simd16.rows
; CHECK: define internal void @row.simd16.full
; CHECK: define internal void @row.simd16.rows
; CHECK: define internal void @votes.simd32.full
; COUNT 1: .simd8.

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)

define ptx_kernel void @squares(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = getelementptr [64 x i32], ptr %p, i32 %y
  %here = getelementptr i32, ptr %row, i32 %x
  store i32 %y, ptr %here
  ret void
}

define ptx_kernel void @row(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  store i32 %x, ptr %here
  ret void
}

define ptx_kernel void @votes(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %odd = trunc i32 %x to i1
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %odd)
  %row = getelementptr [64 x i1], ptr %p, i32 %y
  %here = getelementptr i1, ptr %row, i32 %x
  store i1 %any, ptr %here
  ret void
}
