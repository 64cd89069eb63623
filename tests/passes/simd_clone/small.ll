; Numbers that are made of bytes and stay small are computed in 8 or 16 bits, where nobody wants them as ints.
;
; PASSES: simd_clone
; CHECK: define internal void @sums.simd32.full
; CHECK: add i16
; CHECK: icmp ugt i16
; CHECK: define internal void @chosen.simd32.full
; CHECK: call i8 @llvm.umax.i8
; CHECK: and i8
; CHECK: select i1
; CHECK: define internal void @stored.simd16.full
; CHECK: add nuw nsw i32

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.umax.i32(i32, i32)

define ptx_kernel void @sums(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i8, ptr %p, i32 %x
  %next = getelementptr i8, ptr %from, i32 1
  %to = getelementptr i8, ptr %q, i32 %x
  %a = load i8, ptr %from
  %b = load i8, ptr %next
  %u = zext i8 %a to i32
  %v = zext i8 %b to i32
  %sum = add i32 %u, %v
  %many = icmp ugt i32 %sum, 300
  %bit = zext i1 %many to i8
  store i8 %bit, ptr %to
  ret void
}

define ptx_kernel void @chosen(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i8, ptr %p, i32 %x
  %next = getelementptr i8, ptr %from, i32 1
  %to = getelementptr i8, ptr %q, i32 %x
  %a = load i8, ptr %from
  %b = load i8, ptr %next
  %u = zext i8 %a to i32
  %v = zext i8 %b to i32
  %most = call i32 @llvm.umax.i32(i32 %u, i32 %v)
  %even = and i32 %most, 254
  %small = icmp ult i32 %even, 100
  %other = select i1 %small, i32 %u, i32 %even
  %byte = trunc i32 %other to i8
  store i8 %byte, ptr %to
  ret void
}

define ptx_kernel void @stored(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i8, ptr %p, i32 %x
  %next = getelementptr i8, ptr %from, i32 1
  %to = getelementptr i32, ptr %q, i32 %x
  %a = load i8, ptr %from
  %b = load i8, ptr %next
  %u = zext i8 %a to i32
  %v = zext i8 %b to i32
  %sum = add i32 %u, %v
  store i32 %sum, ptr %to
  ret void
}
