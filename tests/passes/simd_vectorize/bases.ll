; What is loaded from, or stored in, one of two arrays that lanes choose are rows under masks.  Members of a parameter that are chosen are
; both read.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v4
; CHECK: define internal void @chosen.simd16.full(
; COUNT 10: = call <16 x i32> @llvm.masked.load
; COUNT 5: call void @llvm.masked.store
; CHECK: define internal void @members.simd16.full(
; CHECK: = call <16 x i32> @llvm.masked.load
; NOT: = call <16 x i32> @llvm.masked.gather
; NOT: call void @llvm.masked.scatter

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @chosen(ptr %which, ptr %a, ptr %b, ptr %c, ptr %d) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %which, i32 %x
  %w = load i32, ptr %at
  %first = icmp slt i32 %w, 7
  %base = select i1 %first, ptr %a, ptr %b
  %from = getelementptr i32, ptr %base, i32 %x
  %v = load i32, ptr %from
  %into = select i1 %first, ptr %c, ptr %d
  %to = getelementptr i32, ptr %into, i32 %x
  store i32 %v, ptr %to
  ret void
}

%pair = type { ptr, ptr, ptr }

define ptx_kernel void @members(ptr %which, ptr byval(%pair) align 8 %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %which, i32 %x
  %w = load i32, ptr %at
  %first = icmp slt i32 %w, 7
  %place = select i1 %first, i64 0, i64 16
  %member = getelementptr inbounds i8, ptr %p, i64 %place
  %base = load ptr, ptr %member
  %from = getelementptr i32, ptr %base, i32 %x
  %v = load i32, ptr %from
  store i32 %v, ptr %at
  ret void
}
