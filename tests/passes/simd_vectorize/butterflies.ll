; Steps of a butterfly are computed once for the lanes that have the same; what doesn't commute is left.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @sum.simd32.full
; CHECK: fadd <16 x float>
; CHECK: fadd <8 x float>
; CHECK: fadd float
; CHECK: shufflevector <32 x float>
; CHECK: define internal void @difference.simd32.full
; CHECK: fsub <32 x float>
; CHECK: fsub <32 x float>

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)

define ptx_kernel void @sum(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at, align 4
  %a = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v, i32 16, i32 31)
  %v1 = fadd float %v, %a
  %b = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v1, i32 8, i32 31)
  %v2 = fadd float %v1, %b
  %c = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v2, i32 4, i32 31)
  %v3 = fadd float %v2, %c
  %d = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v3, i32 2, i32 31)
  %v4 = fadd float %v3, %d
  %e = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v4, i32 1, i32 31)
  %v5 = fadd float %v4, %e
  store float %v5, ptr %at, align 4
  ret void
}

define ptx_kernel void @difference(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at, align 4
  %a = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v, i32 16, i32 31)
  %v1 = fsub float %v, %a
  %b = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v1, i32 8, i32 31)
  %v2 = fsub float %v1, %b
  store float %v2, ptr %at, align 4
  ret void
}
