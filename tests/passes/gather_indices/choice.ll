; A choice among extended numbers and constants is made among 32 bits, also behind the choice of lanes that are off.
;
; TARGET: x86-64-v3
; PASSES: gather_indices
; CHECK: select <4 x i1> %c, <4 x i32> %n, <4 x i32> <i32 2147483647, i32 2147483647, i32 2147483647, i32 2147483647>
; CHECK: sext <4 x i32> %
; CHECK: getelementptr i32, ptr %p, <4 x i64>
; CHECK: select <4 x i1> %mask, <4 x ptr>

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)

define <4 x i32> @gather(ptr %p, <4 x i32> %n, <4 x i1> %c, <4 x i1> %mask, <4 x ptr> %elsewhere) {
  %wide = sext <4 x i32> %n to <4 x i64>
  %choice = select <4 x i1> %c, <4 x i64> %wide, <4 x i64> splat (i64 2147483647)
  %on = getelementptr i32, ptr %p, <4 x i64> %choice
  %places = select <4 x i1> %mask, <4 x ptr> %on, <4 x ptr> %elsewhere
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}
