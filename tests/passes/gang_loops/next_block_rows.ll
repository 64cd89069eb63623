; Of a kernel whose threads load more than a few elements each is asked for beside its load, and none behind the barrier.
;
; PASSES: simd_clone simd_vectorize lock_loops gang_loops
; CHECK: define internal void @rows.simd16.full
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x i32>
; CHECK: store <16 x i32>
; CHECK: define internal void @rows.simd

@tile = internal addrspace(3) global [1024 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @rows(ptr %p, ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %all = mul i32 %w, 6
  %first = mul i32 %b, %all
  %i0 = add i32 %first, %x
  %at0 = getelementptr i32, ptr %p, i32 %i0
  %v0 = load i32, ptr %at0
  %i1 = add i32 %i0, %w
  %at1 = getelementptr i32, ptr %p, i32 %i1
  %v1 = load i32, ptr %at1
  %i2 = add i32 %i1, %w
  %at2 = getelementptr i32, ptr %p, i32 %i2
  %v2 = load i32, ptr %at2
  %i3 = add i32 %i2, %w
  %at3 = getelementptr i32, ptr %p, i32 %i3
  %v3 = load i32, ptr %at3
  %i4 = add i32 %i3, %w
  %at4 = getelementptr i32, ptr %p, i32 %i4
  %v4 = load i32, ptr %at4
  %i5 = add i32 %i4, %w
  %at5 = getelementptr i32, ptr %p, i32 %i5
  %v5 = load i32, ptr %at5
  %i6 = add i32 %i5, %w
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %s1, %v2
  %s3 = add i32 %s2, %v3
  %s4 = add i32 %s3, %v4
  %s5 = add i32 %s4, %v5
  %place = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %x
  store i32 %s5, ptr addrspace(3) %place
  call void @llvm.nvvm.barrier0()
  %other = sub i32 1023, %x
  %there = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %got = load i32, ptr addrspace(3) %there
  %to = getelementptr i32, ptr %out, i32 %i0
  store i32 %got, ptr %to
  ret void
}
