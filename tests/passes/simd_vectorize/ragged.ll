; Lanes that walk along pieces of lengths of their own load of each row what the lane will ask for, in strips of as many turns as the
; longest piece has left but one, at most sixteen.  A loop that stores, or that ends for something else, stays as it is.
;
; TARGET: x86-64-v4
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @sums.simd16.full(
; CHECK: = alloca [16 x <16 x i32>], align 64
; CHECK: strip:
; CHECK: call i32 @llvm.vector.reduce.umax.v16i32(
; CHECK: label %strip.load,
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %
; CHECK: = shufflevector <16 x i32> %
; CHECK: store <16 x i32> %
; CHECK: = icmp ult <16 x i32> %
; CHECK: define internal void @stores.simd16.full(
; CHECK: define internal void @breaks.simd16.full(
; COUNT 2: = alloca [16 x <16 x i32>], align 64
; COUNT 2: label %strip.load,

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @sums(ptr %starts, ptr %in, ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.far = zext i32 %x to i64
  %a = getelementptr i64, ptr %starts, i64 %x.far
  %begin = load i64, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  %end = load i64, ptr %b
  br label %turn
turn:
  %i = phi i64 [ %begin, %0 ], [ %next, %turn ]
  %sum = phi i32 [ 0, %0 ], [ %more, %turn ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %end
  br i1 %again, label %turn, label %after
after:
  %to = getelementptr i32, ptr %out, i64 %x.far
  store i32 %more, ptr %to
  ret void
}

define ptx_kernel void @stores(ptr %starts, ptr %in, ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.far = zext i32 %x to i64
  %a = getelementptr i64, ptr %starts, i64 %x.far
  %begin = load i64, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  %end = load i64, ptr %b
  br label %turn
turn:
  %i = phi i64 [ %begin, %0 ], [ %next, %turn ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %q
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %end
  br i1 %again, label %turn, label %after
after:
  ret void
}

define ptx_kernel void @breaks(ptr %starts, ptr %in, ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.far = zext i32 %x to i64
  %a = getelementptr i64, ptr %starts, i64 %x.far
  %begin = load i64, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  %end = load i64, ptr %b
  br label %turn
turn:
  %i = phi i64 [ %begin, %0 ], [ %next, %turn ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  %small = icmp slt i32 %v, 900
  %again = and i1 %more, %small
  br i1 %again, label %turn, label %after
after:
  %to = getelementptr i32, ptr %out, i64 %x.far
  store i32 %v, ptr %to
  ret void
}
