; Members of one struct go together: of an aligned one also with those that nobody asks for, in shared memory, and where loads and stores
; come in turn, in a version for arrays that are apart.
;
; PASSES: simd_clone
; CHECK: define internal void @gaps.simd32.full
; CHECK: load { i8, i8, i8, i8 }, ptr
; CHECK: define internal void @shared.simd16.full
; CHECK: store { float, float } %
; CHECK: define internal void @turns.simd16.full
; CHECK: icmp ugt i64 %
; CHECK: load { i16, i16, i16 }, ptr
; CHECK: store { i16, i16, i16 } %

@row = internal addrspace(3) global [64 x { float, float }] undef, align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @gaps(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr [4 x i8], ptr %p, i32 %x
  %z = getelementptr i8, ptr %from, i64 2
  %a = load i8, ptr %from, align 4
  %b = load i8, ptr %z, align 2
  %sum = add i8 %a, %b
  %to = getelementptr i8, ptr %q, i32 %x
  store i8 %sum, ptr %to
  ret void
}

define ptx_kernel void @shared(float %u, float %v) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [64 x { float, float }], ptr addrspace(3) @row, i64 0, i32 %x
  %b = getelementptr i8, ptr addrspace(3) %a, i64 4
  store float %u, ptr addrspace(3) %a, align 8
  store float %v, ptr addrspace(3) %b, align 4
  ret void
}

define ptx_kernel void @turns(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %x, 3
  %i0 = sext i32 %i to i64
  %i1 = add nsw i64 %i0, 1
  %i2 = add nsw i64 %i0, 2
  %p0 = getelementptr i16, ptr %p, i64 %i0
  %q0 = getelementptr i16, ptr %q, i64 %i0
  %p1 = getelementptr i16, ptr %p, i64 %i1
  %q1 = getelementptr i16, ptr %q, i64 %i1
  %p2 = getelementptr i16, ptr %p, i64 %i2
  %q2 = getelementptr i16, ptr %q, i64 %i2
  %a = load i16, ptr %p0
  store i16 %a, ptr %q0
  %b = load i16, ptr %p1
  store i16 %b, ptr %q1
  %c = load i16, ptr %p2
  store i16 %c, ptr %q2
  ret void
}
