; A store behind more than four loads of rows goes past the caches in whole lines alone, so not at all where registers hold half of one.
;
; TARGET: x86-64-v3
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @few.simd16.full
; CHECK: , !nontemporal
; CHECK: define internal void @few.simd16.rows
; CHECK: , !nontemporal
; CHECK: define internal void @many.simd16.full
; COUNT 2: , !nontemporal
; COUNT 2: call i1 @aw.past(

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @few(ptr %p, ptr %q, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr float, ptr %p, i32 %x
  %p1 = getelementptr float, ptr %p0, i32 %n
  %p2 = getelementptr float, ptr %p1, i32 %n
  %p3 = getelementptr float, ptr %p2, i32 %n
  %v0 = load float, ptr %p0
  %v1 = load float, ptr %p1
  %v2 = load float, ptr %p2
  %v3 = load float, ptr %p3
  %s1 = fadd float %v0, %v1
  %s2 = fadd float %s1, %v2
  %s3 = fadd float %s2, %v3
  %to = getelementptr float, ptr %q, i32 %x
  store float %s3, ptr %to
  ret void
}

define ptx_kernel void @many(ptr %p, ptr %q, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr float, ptr %p, i32 %x
  %p1 = getelementptr float, ptr %p0, i32 %n
  %p2 = getelementptr float, ptr %p1, i32 %n
  %p3 = getelementptr float, ptr %p2, i32 %n
  %p4 = getelementptr float, ptr %p3, i32 %n
  %v0 = load float, ptr %p0
  %v1 = load float, ptr %p1
  %v2 = load float, ptr %p2
  %v3 = load float, ptr %p3
  %v4 = load float, ptr %p4
  %s1 = fadd float %v0, %v1
  %s2 = fadd float %s1, %v2
  %s3 = fadd float %s2, %v3
  %s4 = fadd float %s3, %v4
  %to = getelementptr float, ptr %q, i32 %x
  store float %s4, ptr %to
  ret void
}
