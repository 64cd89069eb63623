; A kernel whose threads along x have rows of their own, and go along memory with y, has forms first in which x and y change places; one
; that goes with x, one that goes both ways, and one whose threads share memory have none.
;
; PASSES: simd_clone
; COUNT 2: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y
; CHECK: define internal void @rows.simd16.full
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.y
; CHECK: mul
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x
; CHECK: add
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y
; CHECK: ret void
; CHECK: define internal void @rows.simd8.full
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y

@tile = internal addrspace(3) global [32 x i32] poison

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @rows(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %x, %n
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %place = add nsw i32 %row, %y
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %far = sext i32 %place to i64
  %here = getelementptr i32, ptr %p, i64 %far
  store i32 %b, ptr %here
  ret void
}

define ptx_kernel void @usual(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul nsw i32 %y, %n
  %place = add nsw i32 %row, %x
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %far = sext i32 %place to i64
  %here = getelementptr i32, ptr %p, i64 %far
  store i32 %b, ptr %here
  ret void
}

define ptx_kernel void @both(ptr %p, ptr %q, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = mul nsw i32 %y, %n
  %place = add nsw i32 %row, %x
  %far = sext i32 %place to i64
  %here = getelementptr i32, ptr %p, i64 %far
  %v = load i32, ptr %here
  %column = mul nsw i32 %x, %n
  %turned = add nsw i32 %column, %y
  %there.far = sext i32 %turned to i64
  %there = getelementptr i32, ptr %q, i64 %there.far
  %sum = add i32 %v, %b
  store i32 %sum, ptr %there
  ret void
}

define ptx_kernel void @sharing(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %x, %n
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %place = add nsw i32 %row, %y
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %b, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  %far = sext i32 %place to i64
  %here = getelementptr i32, ptr %p, i64 %far
  store i32 %b, ptr %here
  ret void
}
