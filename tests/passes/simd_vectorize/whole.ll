; Behind a guard that scalars tell to be full there is a copy without masks.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @guarded.simd16.full
; CHECK: icmp slt i32 %
; CHECK: br i1
; COUNT 4: load <16 x i32>, ptr

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @guarded(ptr %p, ptr %q, i32 %n, i64 %pitch) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %x, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %x
  %b = getelementptr i32, ptr %a, i64 %pitch
  %c = getelementptr i32, ptr %b, i64 %pitch
  %to = getelementptr i32, ptr %q, i32 %x
  %u = load i32, ptr %a
  %v = load i32, ptr %b
  %w = load i32, ptr %c
  %old = load i32, ptr %to
  %uv = mul i32 %u, %v
  %uvw = mul i32 %uv, %w
  %new = add i32 %uvw, %old
  store i32 %new, ptr %to
  br label %end
end:
  ret void
}
