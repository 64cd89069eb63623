; Where there are no masked gathers inactive lanes look at a slot on the stack, in which they find 0 and not what was left there.
;
; TARGET: x86-64-v3
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @chosen.simd16.full
; CHECK: %nowhere = alloca i64, align 8
; CHECK: store i64 0, ptr %nowhere, align 8
; CHECK: select <16 x i1> %
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p0(

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @chosen(ptr %in, ptr %places, ptr %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wanted = icmp slt i32 %x, %n
  br i1 %wanted, label %then, label %after
then:
  %a = getelementptr i32, ptr %places, i32 %x
  %place = load i32, ptr %a
  %p = getelementptr float, ptr %in, i32 %place
  %v = load float, ptr %p
  %to = getelementptr float, ptr %out, i32 %x
  store float %v, ptr %to
  br label %after
after:
  ret void
}
