; Indices of 32 bits come out of their vector in pairs, which are parted with their sign or without.  A level with gathers keeps them.
;
; TARGET: x86-64-v3
; PASSES: lane_accesses
; CHECK: define <4 x float> @gather(
; COUNT 0: call <4 x float> @llvm.masked.gather
; COUNT 4: call i64 asm
; CHECK: extractelement <2 x i64>
; CHECK: sext i32
; CHECK: getelementptr float, ptr %p, i64
; CHECK: ashr i64
; CHECK: define void @scatter(
; CHECK: zext i32
; CHECK: getelementptr double, ptr %p, i64
; CHECK: store double
; CHECK: lshr i64
; COUNT 4: store double
; COUNT 0: alloca

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f64.v4p0(<4 x double>, <4 x ptr>, i32, <4 x i1>)

define <4 x float> @gather(ptr %p, <4 x i32> %n) {
  %wide = sext <4 x i32> %n to <4 x i64>
  %places = getelementptr float, ptr %p, <4 x i64> %wide
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  ret <4 x float> %v
}

define void @scatter(ptr %p, <4 x i32> %n, <4 x double> %v) {
  %wide = zext <4 x i32> %n to <4 x i64>
  %places = getelementptr double, ptr %p, <4 x i64> %wide
  call void @llvm.masked.scatter.v4f64.v4p0(<4 x double> %v, <4 x ptr> %places, i32 8, <4 x i1> splat (i1 true))
  ret void
}
