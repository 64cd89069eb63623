; A guard's copy for whole gangs does without the loops over lanes in the place of loads by masks, which a level has none of for bytes.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @guarded.simd32.full
; CHECK: load <32 x i8>, ptr
; CHECK: load <32 x i8>, ptr
; CHECK: access.some
; CHECK: define internal void @guarded.simd32.rows
; COUNT 12: load <32 x i8>, ptr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @guarded(ptr %p, ptr %q, i32 %n, i64 %pitch) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %x, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i8, ptr %p, i32 %x
  %b = getelementptr i8, ptr %a, i64 %pitch
  %to = getelementptr i8, ptr %q, i32 %x
  %u = load i8, ptr %a
  %v = load i8, ptr %b
  %new = xor i8 %u, %v
  store i8 %new, ptr %to
  br label %end
end:
  ret void
}
