; Lanes under a mask that lie two elements apart: masked loads of whole registers, with what lies between left alone.  Numbers of 16 bits
; have no masked load at this level.
;
; TARGET: x86-64-v3
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @pairs.simd16.full
; CHECK: <8 x i32> <i32 0, i32 16, i32 1, i32 16, i32 2, i32 16, i32 3, i32 16>
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0
; CHECK: define internal void @shorts.simd16.full
; CHECK: call <16 x i16> @llvm.masked.gather
; COUNT 0: call <16 x float> @llvm.masked.gather

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @pairs(ptr noalias %p, ptr noalias %q, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %q, i32 %x
  %old = load float, ptr %own
  %more = fcmp ogt float %old, 0.0
  br i1 %more, label %then, label %end
then:
  %twice = shl i32 %x, 1
  %here = getelementptr float, ptr %p, i32 %twice
  %v = load float, ptr %here
  store float %v, ptr %own
  br label %end
end:
  ret void
}

define ptx_kernel void @shorts(ptr noalias %p, ptr noalias %q, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i16, ptr %q, i32 %x
  %old = load i16, ptr %own
  %more = icmp sgt i16 %old, 0
  br i1 %more, label %then, label %end
then:
  %twice = shl i32 %x, 1
  %here = getelementptr i16, ptr %p, i32 %twice
  %v = load i16, ptr %here
  store i16 %v, ptr %own
  br label %end
end:
  ret void
}
