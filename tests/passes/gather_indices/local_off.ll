; Lanes that are off read the first element that they have of a local array, so that a scalar and 32-bit indices are left.  A choice of
; the program's between two local arrays stays, and so does where a scatter's lanes go.
;
; TARGET: x86-64-v3
; PASSES: gather_indices
; CHECK: define <4 x i32> @gather(
; CHECK: select <4 x i1> %mask, <4 x i32> %n, <4 x i32> zeroinitializer
; CHECK: mul <4 x i32> %
; CHECK: getelementptr i32, ptr %array, <4 x i64> %
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %
; CHECK: define <4 x i32> @choose(
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places
; CHECK: define void @scatter(
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %places
; COUNT 1: mul <4 x i32>

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare void @fill(ptr)

define <4 x i32> @gather(<4 x i32> %n, <4 x i1> %mask) {
  %array = alloca [256 x i8]
  %nowhere = alloca i64
  call void @fill(ptr %array)
  %one = insertelement <4 x ptr> poison, ptr %nowhere, i32 0
  %all = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> zeroinitializer
  %own = getelementptr i8, ptr %array, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %wide = sext <4 x i32> %n to <4 x i64>
  %on = getelementptr [16 x i8], <4 x ptr> %own, <4 x i64> %wide
  %places = select <4 x i1> %mask, <4 x ptr> %on, <4 x ptr> %all
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}

define <4 x i32> @choose(<4 x i32> %n, <4 x i1> %which) {
  %array = alloca [256 x i8]
  %other = alloca [256 x i8]
  call void @fill(ptr %array)
  call void @fill(ptr %other)
  %own = getelementptr i8, ptr %array, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %others = getelementptr i8, ptr %other, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %wide = sext <4 x i32> %n to <4 x i64>
  %a = getelementptr [16 x i8], <4 x ptr> %own, <4 x i64> %wide
  %places = select <4 x i1> %which, <4 x ptr> %a, <4 x ptr> %others
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}

define void @scatter(<4 x i32> %n, <4 x i1> %mask, <4 x i32> %v) {
  %array = alloca [256 x i8]
  %nowhere = alloca i64
  call void @fill(ptr %array)
  %one = insertelement <4 x ptr> poison, ptr %nowhere, i32 0
  %all = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> zeroinitializer
  %own = getelementptr i8, ptr %array, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %wide = sext <4 x i32> %n to <4 x i64>
  %on = getelementptr [16 x i8], <4 x ptr> %own, <4 x i64> %wide
  %places = select <4 x i1> %mask, <4 x ptr> %on, <4 x ptr> %all
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %places, i32 4, <4 x i1> splat (i1 true))
  ret void
}
