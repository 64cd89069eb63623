; Copies that didn't become the code of a block go, and the kernel stays as it was.
;
; PASSES: simd_clone simd_settle
; CHECK: define ptx_kernel void @k
; NOT: @k.simd

define ptx_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
