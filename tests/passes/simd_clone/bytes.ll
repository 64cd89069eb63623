; A kernel that computes bytes from bytes alone has gangs of 32 lanes, and of 16 where it knows of squares; not one whose bytes are added up.
;
; PASSES: simd_clone
; CHECK: define internal void @flip.simd32.full
; CHECK: define internal void @flip.simd32.rows
; CHECK: define internal void @flip_square.simd32.full
; CHECK: define internal void @flip_square.simd16.full
; CHECK: define internal void @sum.simd16.full

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

define ptx_kernel void @flip(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i8, ptr %p, i32 %x
  %byte = load i8, ptr %here
  %new = xor i8 %byte, 90
  store i8 %new, ptr %here
  ret void
}

define ptx_kernel void @flip_square(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = getelementptr [64 x i8], ptr %p, i32 %y
  %here = getelementptr i8, ptr %row, i32 %x
  %byte = load i8, ptr %here
  %new = xor i8 %byte, 90
  store i8 %new, ptr %here
  ret void
}

define ptx_kernel void @sum(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i8, ptr %p, i32 %x
  %byte = load i8, ptr %here
  %next = getelementptr i8, ptr %here, i32 1
  %other = load i8, ptr %next
  %a = zext i8 %byte to i32
  %b = zext i8 %other to i32
  %sum = add i32 %a, %b
  %to = getelementptr i32, ptr %q, i32 %x
  store i32 %sum, ptr %to
  ret void
}
