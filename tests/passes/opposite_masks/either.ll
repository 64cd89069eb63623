; The lanes that have a mask or a comparison, and those that have the mask or its opposite: the second are made of the first, by `or` and by
; `select`; but not where only the second is chosen, as the first may then be undefined where the mask is.
;
; TARGET: x86-64-v4
; PASSES: opposite_masks
; CHECK: define <16 x i1> @by_or
; CHECK: %one = or <16 x i1> %mask, %on
; CHECK: %1 = xor <16 x i1> %one, %mask
; CHECK: xor <16 x i1> %1, <i1 true
; CHECK: define <16 x i1> @by_select
; CHECK: xor <16 x i1> %one, %mask
; CHECK: define <16 x i1> @chosen
; CHECK: %other = select <16 x i1> %mask, <16 x i1> <i1 true
; CHECK: define <4 x float> @no_masks
; CHECK: select <4 x i1> %c, <4 x float>
; NOT: xor <4

define <16 x i1> @by_or(<16 x i1> %mask, <16 x i32> %a, <16 x i32> %b, ptr %p) {
  %on = icmp slt <16 x i32> %a, %b
  %off = icmp sge <16 x i32> %a, %b
  %one = or <16 x i1> %mask, %on
  store <16 x i1> %one, ptr %p
  %other = or <16 x i1> %off, %mask
  ret <16 x i1> %other
}

define <16 x i1> @by_select(<16 x i1> %mask, <16 x i64> %a, ptr %p) {
  %on = icmp ne <16 x i64> %a, zeroinitializer
  %one = select <16 x i1> %mask, <16 x i1> splat (i1 true), <16 x i1> %on
  store <16 x i1> %one, ptr %p
  %off = xor <16 x i1> %on, splat (i1 true)
  %other = select <16 x i1> %mask, <16 x i1> splat (i1 true), <16 x i1> %off
  ret <16 x i1> %other
}

define <16 x i1> @chosen(<16 x i1> %mask, <16 x i32> %a, <16 x i32> %b, ptr %p) {
  %on = icmp slt <16 x i32> %a, %b
  %off = icmp sge <16 x i32> %a, %b
  %one = or <16 x i1> %mask, %on
  store <16 x i1> %one, ptr %p
  %other = select <16 x i1> %mask, <16 x i1> splat (i1 true), <16 x i1> %off
  ret <16 x i1> %other
}

define <4 x float> @no_masks(<4 x i1> %c, <4 x float> %a) {
  %v = select <4 x i1> %c, <4 x float> %a, <4 x float> zeroinitializer
  ret <4 x float> %v
}
