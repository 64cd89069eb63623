; The lanes of a mask that a comparison leaves are those without the ones that it takes: by `and` and by `select`, comparisons of the
; opposite kind and negated ones, in one block and behind it.
;
; TARGET: x86-64-v4
; PASSES: opposite_masks
; CHECK: define <16 x i1> @by_and
; CHECK: %stay = and <16 x i1> %mask, %on
; CHECK: xor <16 x i1> %stay, %mask
; CHECK: define <16 x i1> @by_select
; CHECK: %stay = select <16 x i1> %mask, <16 x i1> %on, <16 x i1> zeroinitializer
; CHECK: xor <16 x i1> %stay, %mask
; CHECK: define <8 x i1> @of_floats
; CHECK: xor <8 x i1> %stay, %mask
; CHECK: define <8 x i1> @of_halves
; CHECK: %small = and <8 x i1> %1, %less
; CHECK: xor <8 x i1> %small, %1
; COUNT 6: xor <
; NOT: %leave =

define <16 x i1> @by_and(<16 x i1> %mask, <16 x i32> %a, <16 x i32> %b, ptr %p) {
  %on = icmp slt <16 x i32> %a, %b
  %off = icmp sge <16 x i32> %a, %b
  %stay = and <16 x i1> %mask, %on
  store <16 x i1> %stay, ptr %p
  br label %next

next:
  %leave = and <16 x i1> %off, %mask
  ret <16 x i1> %leave
}

define <16 x i1> @by_select(<16 x i1> %mask, <16 x i32> %a, ptr %p) {
  %on = icmp ne <16 x i32> %a, zeroinitializer
  %stay = select <16 x i1> %mask, <16 x i1> %on, <16 x i1> zeroinitializer
  store <16 x i1> %stay, ptr %p
  %off = xor <16 x i1> %on, splat (i1 true)
  %leave = select <16 x i1> %mask, <16 x i1> %off, <16 x i1> zeroinitializer
  ret <16 x i1> %leave
}

define <8 x i1> @of_floats(<8 x i1> %mask, <8 x float> %a, <8 x float> %b, ptr %p) {
  %on = fcmp olt <8 x float> %a, %b
  %off = fcmp uge <8 x float> %a, %b
  %stay = and <8 x i1> %mask, %on
  store <8 x i1> %stay, ptr %p
  %leave = and <8 x i1> %mask, %off
  ret <8 x i1> %leave
}

; The mask of a half is a half itself.
define <8 x i1> @of_halves(<8 x i1> %mask, <8 x i32> %a, <8 x i32> %b, ptr %p) {
  %on = icmp eq <8 x i32> %a, %b
  %off = icmp ne <8 x i32> %a, %b
  %stay = and <8 x i1> %mask, %on
  %leave = and <8 x i1> %mask, %off
  %less = icmp ult <8 x i32> %a, splat (i32 9)
  %more = icmp ugt <8 x i32> %a, splat (i32 8)
  %notless = icmp uge <8 x i32> %a, splat (i32 9)
  %small = and <8 x i1> %leave, %less
  %large = and <8 x i1> %leave, %notless
  store <8 x i1> %stay, ptr %p
  store <8 x i1> %small, ptr %p
  ret <8 x i1> %large
}
