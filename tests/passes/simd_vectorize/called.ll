; A function that calls itself is called once for the lanes of a mask, and ends when none is left; what is the same for all
; lanes stays a scalar.  A call through a pointer is made for the lanes that have the first one's target, with what stands
; in front of it; functions of its type get that.
;
; PASSES: simd_clone simd_vectorize
; CHECK: , i32 trunc (i64 sub (i64 ptrtoint (ptr @twice.simd16 to i64), i64 ptrtoint (ptr @twice to i64)) to i32)
; CHECK: call <16 x i32> @sum.simd16(i32 65535, ptr %p, <16 x i32>
; CHECK: call <16 x i32> @aw.pointer.call.simd16(i32 65535, <16 x ptr>
; CHECK: define internal <16 x i32> @sum.simd16(i32 %0, ptr %1, <16 x i32> %2)
; CHECK: call <16 x i32> @sum.simd16(i32
; NOT: other.simd16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

@table = global [2 x ptr] [ptr @twice, ptr @other]

define i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}

define void @other(i32 %x) {
  ret void
}

define i32 @sum(ptr %p, i32 %n) {
  %c = icmp slt i32 %n, 1
  br i1 %c, label %end, label %more
more:
  %a = getelementptr i32, ptr %p, i32 %n
  %v = load i32, ptr %a
  %below = sdiv i32 %n, 2
  %rest = call i32 @sum(ptr %p, i32 %below)
  %odd = xor i32 %rest, %v
  %twice = call i32 @sum(ptr %p, i32 %odd)
  %all = mul i32 %twice, %v
  br label %end
end:
  %r = phi i32 [ 1, %0 ], [ %all, %more ]
  ret i32 %r
}

define ptx_kernel void @kernel(ptr %p, ptr %functions) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = call i32 @sum(ptr %p, i32 %x)
  %place = getelementptr ptr, ptr %functions, i32 %x
  %f = load ptr, ptr %place
  %v = call i32 %f(i32 %s)
  %to = getelementptr i32, ptr %p, i32 %x
  store i32 %v, ptr %to
  ret void
}
