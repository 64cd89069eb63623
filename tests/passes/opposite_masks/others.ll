; What follows from nothing stays: comparisons that aren't opposite with numbers that aren't numbers, masks that differ, halves on another
; way, and one that is chosen by the mask where the other is poison without it.
;
; TARGET: x86-64-v4
; PASSES: opposite_masks
; NOT: xor

define <8 x i1> @unordered(<8 x i1> %mask, <8 x float> %a, <8 x float> %b, ptr %p) {
  %on = fcmp olt <8 x float> %a, %b
  %off = fcmp oge <8 x float> %a, %b
  %stay = and <8 x i1> %mask, %on
  store <8 x i1> %stay, ptr %p
  %leave = and <8 x i1> %mask, %off
  ret <8 x i1> %leave
}

define <8 x i1> @masks(<8 x i1> %mask, <8 x i1> %other, <8 x i32> %a, <8 x i32> %b, ptr %p) {
  %on = icmp slt <8 x i32> %a, %b
  %off = icmp sge <8 x i32> %a, %b
  %stay = and <8 x i1> %mask, %on
  store <8 x i1> %stay, ptr %p
  %leave = and <8 x i1> %other, %off
  ret <8 x i1> %leave
}

define <8 x i1> @ways(<8 x i1> %mask, <8 x i32> %a, <8 x i32> %b, ptr %p, i1 %way) {
  %on = icmp slt <8 x i32> %a, %b
  %off = icmp sge <8 x i32> %a, %b
  br i1 %way, label %one, label %two

one:
  %stay = and <8 x i1> %mask, %on
  store <8 x i1> %stay, ptr %p
  ret <8 x i1> %stay

two:
  %leave = and <8 x i1> %mask, %off
  ret <8 x i1> %leave
}

define <8 x i1> @poison(<8 x i1> %mask, <8 x i32> %a, <8 x i32> %b, ptr %p) {
  %on = icmp slt <8 x i32> %a, %b
  %off = icmp sge <8 x i32> %a, %b
  %stay = and <8 x i1> %mask, %on
  store <8 x i1> %stay, ptr %p
  %leave = select <8 x i1> %mask, <8 x i1> %off, <8 x i1> zeroinitializer
  ret <8 x i1> %leave
}
