; A gather by 32-bit numbers without a sign gets ones with a sign, from a base 2^31 elements further on.
;
; TARGET: x86-64-v4
; PASSES: gather_indices
; CHECK: define <16 x i32> @gather
; CHECK: getelementptr i32, ptr %p, i64 2147483648
; CHECK: xor <16 x i32> %n,
; CHECK: sext <16 x i32>
; CHECK: call <16 x i32> @llvm.masked.gather

declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x i32>)

define <16 x i32> @gather(ptr %p, <16 x i32> %n, <16 x i1> %mask) {
  %wide = zext <16 x i32> %n to <16 x i64>
  %places = getelementptr i32, ptr %p, <16 x i64> %wide
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %places, i32 4, <16 x i1> %mask, <16 x i32> zeroinitializer)
  ret <16 x i32> %v
}
