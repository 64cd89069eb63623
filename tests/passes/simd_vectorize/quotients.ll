; The gangs that lie in a row are told by scalars, whatever is chosen in the place of the row's own remainder by 0, and what is
; loaded at the remainder is a row without a further test.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @split.simd16.full
; COUNT 5: = urem i32
; COUNT 3: call <16 x float> @llvm.masked.gather

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.umax.i32(i32, i32)

define ptx_kernel void @split(ptr %p, ptr %q, i32 %w, i32 %h) {
  %none = icmp eq i32 %h, 0
  %safe = call i32 @llvm.umax.i32(i32 %h, i32 1)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %b, %size
  %i = add i32 %start, %t
  %x = urem i32 %i, %w
  %row = udiv i32 %i, %w
  %rest = urem i32 %row, %safe
  %y = select i1 %none, i32 %row, i32 %rest
  %line = mul i32 %y, 4096
  %begin = getelementptr float, ptr %p, i32 %line
  %column = zext i32 %x to i64
  %from = getelementptr float, ptr %begin, i64 %column
  %to = getelementptr float, ptr %q, i32 %i
  %value = load float, ptr %from
  store float %value, ptr %to
  ret void
}
