; Gangs that lie inside, past which no clamp of an index concerns them, have a version of their own before the guard: it loads and stores
; rows without masks.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @stencil.simd16.full
; CHECK: icmp ugt i32
; CHECK: , 15
; CHECK: freeze i1
; CHECK: @llvm.masked.load
; COUNT 4: load <16 x i32>, ptr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.smax.i32(i32, i32)

define ptx_kernel void @stencil(ptr %p, ptr %q, i32 %n) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %begin = mul i32 %block, %size
  %x = add i32 %begin, %thread
  %in = icmp slt i32 %x, %n
  br i1 %in, label %then, label %end
then:
  %before = add nsw i32 %x, -1
  %left = call i32 @llvm.smax.i32(i32 %before, i32 0)
  %end_ = add nsw i32 %n, -1
  %last = icmp eq i32 %x, %end_
  %behind = add nsw i32 %x, 1
  %right = select i1 %last, i32 0, i32 %behind
  %left_wide = sext i32 %left to i64
  %right_wide = sext i32 %right to i64
  %wide = sext i32 %x to i64
  %a = getelementptr i32, ptr %p, i64 %left_wide
  %b = getelementptr i32, ptr %p, i64 %right_wide
  %to = getelementptr i32, ptr %q, i64 %wide
  %u = load i32, ptr %a
  %v = load i32, ptr %b
  %new = add i32 %u, %v
  store i32 %new, ptr %to
  br label %end
end:
  ret void
}
