; What lies between places that a thread reads is read without its condition, unless something is written on the way; and two compares
; aren't worth a question whether any lane needs them.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @between.simd16.full
; CHECK: load <16 x i32>, ptr
; CHECK: load <16 x i32>, ptr
; CHECK: load <16 x i32>, ptr
; CHECK: store <16 x i32>
; CHECK: define internal void @written.simd16.full
; CHECK: store <16 x i32>
; CHECK: br i1
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: define internal void @beside.simd16.full
; CHECK: call <16 x i32> @llvm.masked.load

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @between(ptr noalias %p, ptr noalias %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %x to i64
  %before = getelementptr i32, ptr %p, i64 %wide
  %own = getelementptr i8, ptr %before, i64 4
  %before.value = load i32, ptr %before, align 4
  %y = add nsw i32 %x, 2
  %wide.y = sext i32 %y to i64
  %behind = getelementptr i32, ptr %p, i64 %wide.y
  %behind.value = load i32, ptr %behind, align 4
  %sum = add i32 %before.value, %behind.value
  %odd = icmp eq i32 %sum, 2
  br i1 %odd, label %then, label %end

then:
  %z = add nsw i32 %x, 1
  %wide.z = sext i32 %z to i64
  %here = getelementptr i32, ptr %p, i64 %wide.z
  %value = load i32, ptr %here, align 4
  br label %end

end:
  %result = phi i32 [ %sum, %0 ], [ %value, %then ]
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %result, ptr %to, align 4
  ret void
}

define ptx_kernel void @written(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %x to i64
  %before = getelementptr i32, ptr %p, i64 %wide
  %before.value = load i32, ptr %before, align 4
  %y = add nsw i32 %x, 2
  %wide.y = sext i32 %y to i64
  %behind = getelementptr i32, ptr %p, i64 %wide.y
  %behind.value = load i32, ptr %behind, align 4
  %sum = add i32 %before.value, %behind.value
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %sum, ptr %to, align 4
  %odd = icmp eq i32 %sum, 2
  br i1 %odd, label %then, label %end

then:
  %first = load i32, ptr %q, align 4
  %z = add nsw i32 %x, 1
  store i32 %first, ptr %to, align 4
  %wide.z = sext i32 %z to i64
  %here = getelementptr i32, ptr %p, i64 %wide.z
  %value = load i32, ptr %here, align 4
  store i32 %value, ptr %to, align 4
  br label %end

end:
  ret void
}

define ptx_kernel void @beside(ptr noalias %p, ptr noalias %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %x to i64
  %before = getelementptr i32, ptr %p, i64 %wide
  %before.value = load i32, ptr %before, align 4
  %y = add nsw i32 %x, 2
  %wide.y = sext i32 %y to i64
  %behind = getelementptr i32, ptr %p, i64 %wide.y
  %behind.value = load i32, ptr %behind, align 4
  %sum = add i32 %before.value, %behind.value
  %odd = icmp eq i32 %sum, 2
  br i1 %odd, label %then, label %end

then:
  %z = add nsw i32 %x, 3
  %wide.z = sext i32 %z to i64
  %here = getelementptr i32, ptr %p, i64 %wide.z
  %value = load i32, ptr %here, align 4
  br label %end

end:
  %result = phi i32 [ %sum, %0 ], [ %value, %then ]
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %result, ptr %to, align 4
  ret void
}
