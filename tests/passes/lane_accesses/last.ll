; Lanes that are off were sent to the stack: those of a load read what the last one reads that is on.  Those of a store go where they were
; sent, by addresses from the stack.
;
; TARGET: x86-64-v3
; PASSES: lane_accesses
; CHECK: define <4 x i32> @gather(
; CHECK: %any = icmp ne i4
; CHECK: call i64 @llvm.ctlz.i64(i64 %
; CHECK: select i1 %any, ptr %p, ptr %nowhere
; CHECK: select <4 x i1> %mask, <4 x i32> %n, <4 x i32>
; CHECK: define void @scatter(
; CHECK: store <4 x ptr>
; CHECK: load ptr, ptr %
; COUNT 1: ctlz.i64(i64 %
; COUNT 2: call i64 asm
; COUNT 4: load ptr, ptr %

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)

define <4 x i32> @gather(ptr %p, <4 x i32> %n, <4 x i1> %mask) {
  %nowhere = alloca i64
  %one = insertelement <4 x ptr> poison, ptr %nowhere, i32 0
  %all = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> zeroinitializer
  %wide = sext <4 x i32> %n to <4 x i64>
  %on = getelementptr i32, ptr %p, <4 x i64> %wide
  %places = select <4 x i1> %mask, <4 x ptr> %on, <4 x ptr> %all
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}

define void @scatter(ptr %p, <4 x i32> %n, <4 x i1> %mask, <4 x i32> %v) {
  %nowhere = alloca i64
  %one = insertelement <4 x ptr> poison, ptr %nowhere, i32 0
  %all = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> zeroinitializer
  %wide = sext <4 x i32> %n to <4 x i64>
  %on = getelementptr i32, ptr %p, <4 x i64> %wide
  %places = select <4 x i1> %mask, <4 x ptr> %on, <4 x ptr> %all
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %places, i32 4, <4 x i1> splat (i1 true))
  ret void
}
