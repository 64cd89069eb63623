; Members of bytes that are computed alike, but for one that stays as it is, are computed as they lie.  Those that change places are moved
; in the vectors that they lie in.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @inverted.simd
; CHECK: xor <32 x i32> %5, <i32 16777215
; CHECK: define internal void @swapped.simd32.full
; CHECK: shufflevector <128 x i8>
; NOT: shufflevector <32 x i8>

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @inverted(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr [4 x i8], ptr %p, i32 %x
  %from1 = getelementptr i8, ptr %from, i32 1
  %from2 = getelementptr i8, ptr %from, i32 2
  %from3 = getelementptr i8, ptr %from, i32 3
  %to = getelementptr [4 x i8], ptr %q, i32 %x
  %to1 = getelementptr i8, ptr %to, i32 1
  %to2 = getelementptr i8, ptr %to, i32 2
  %to3 = getelementptr i8, ptr %to, i32 3
  %r = load i8, ptr %from, align 4
  %g = load i8, ptr %from1, align 1
  %b = load i8, ptr %from2, align 2
  %a = load i8, ptr %from3, align 1
  %nr = xor i8 %r, -1
  %ng = xor i8 %g, -1
  %nb = xor i8 %b, -1
  store i8 %nr, ptr %to, align 4
  store i8 %ng, ptr %to1, align 1
  store i8 %nb, ptr %to2, align 2
  store i8 %a, ptr %to3, align 1
  ret void
}

define ptx_kernel void @swapped(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr [4 x i8], ptr %p, i32 %x
  %from1 = getelementptr i8, ptr %from, i32 1
  %from2 = getelementptr i8, ptr %from, i32 2
  %from3 = getelementptr i8, ptr %from, i32 3
  %to = getelementptr [4 x i8], ptr %q, i32 %x
  %to1 = getelementptr i8, ptr %to, i32 1
  %to2 = getelementptr i8, ptr %to, i32 2
  %to3 = getelementptr i8, ptr %to, i32 3
  %r = load i8, ptr %from, align 4
  %g = load i8, ptr %from1, align 1
  %b = load i8, ptr %from2, align 2
  %a = load i8, ptr %from3, align 1
  store i8 %b, ptr %to, align 4
  store i8 %g, ptr %to1, align 1
  store i8 %r, ptr %to2, align 2
  store i8 %a, ptr %to3, align 1
  ret void
}
