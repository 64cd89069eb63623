; Numbers that are asked for their signs together are asked one by one where that tells more: a row whose place one number tells goes
; without a gather, and a gang of which no lane is before the first cell without masks.  Numbers of which nothing is known stay joined.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @guarded.simd16.full
; CHECK: icmp slt i32 %
; CHECK: define internal void @unknown.simd16.full
; CHECK: or <16 x i32>
; CHECK: icmp slt <16 x i32>

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @guarded(ptr %p, ptr %q, i32 %first, i32 %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = sub nsw i32 %t, %first
  %both = or i32 %x, %y
  %before = icmp slt i32 %both, 0
  %behind = icmp sge i32 %x, %n
  %out = or i1 %before, %behind
  br i1 %out, label %done, label %in
in:
  %wide = sext i32 %x to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %v, ptr %to
  br label %done
done:
  ret void
}

define ptx_kernel void @unknown(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %t to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %a = load i32, ptr %from
  %next = getelementptr i8, ptr %from, i64 4
  %b = load i32, ptr %next
  %both = or i32 %a, %b
  %negative = icmp slt i32 %both, 0
  %v = select i1 %negative, i32 %a, i32 0
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %v, ptr %to
  ret void
}
