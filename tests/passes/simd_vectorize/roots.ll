; A square root, like a division, is skipped where no lane needs it, and other arithmetic of the same length isn't.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v3
; CHECK: define internal void @roots.simd16.full
; CHECK: icmp eq i16
; CHECK: br i1
; CHECK: call <16 x float> @llvm.sqrt.v16f32
; CHECK: define internal void @roots.simd16.rows
; COUNT 2: icmp eq i16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.sqrt.f32(float)

define ptx_kernel void @roots(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %x
  %v = load float, ptr %at
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %a, label %b
a:
  %s = fadd float %v, 1.0
  %s2 = fsub float %s, 7.0
  %s3 = fmul float %s2, %v
  %s4 = fsub float %s3, 3.0
  %t = fmul float %s4, %s2
  br label %b
b:
  %r = phi float [ %v, %0 ], [ %t, %a ]
  %d = fcmp ogt float %r, 0.0
  br i1 %d, label %e, label %f
e:
  %root = call float @llvm.sqrt.f32(float %r)
  %u2 = fsub float %root, 7.0
  %u3 = fmul float %u2, %r
  %u4 = fsub float %u3, 3.0
  %u = fmul float %u4, %u2
  br label %f
f:
  %w = phi float [ %r, %b ], [ %u, %e ]
  store float %w, ptr %at
  ret void
}
