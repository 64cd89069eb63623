; A mask that is loaded tests bits; selections, splats, shuffles and constants of masks are those of numbers; a comparison that only its
; own block uses, for selections, stays, and so do masks of more lanes.
;
; TARGET: x86-64-v3
; PASSES: wide_masks
; CHECK: define <8 x float> @stays
; CHECK: fcmp olt
; CHECK: select <8 x i1>
; CHECK: define i8 @loads
; CHECK: load i8, ptr %p
; CHECK: and <8 x i32>
; CHECK: icmp eq <8 x i32>
; CHECK: sext i1 %one to i32
; CHECK: shufflevector <8 x i32>
; CHECK: or <8 x i32>
; CHECK: bitcast <8 x i1>
; NOT: load <8 x i1>
; COUNT 1: and <32 x i1>

define <8 x float> @stays(<8 x float> %a, <8 x float> %b) {
  %less = fcmp olt <8 x float> %a, %b
  %least = select <8 x i1> %less, <8 x float> %a, <8 x float> %b
  ret <8 x float> %least
}

define i8 @loads(ptr %p, i1 %one, i1 %way) {
  %mask = load <8 x i1>, ptr %p, align 1
  %lane = insertelement <8 x i1> poison, i1 %one, i64 0
  %all = shufflevector <8 x i1> %lane, <8 x i1> poison, <8 x i32> zeroinitializer
  %both = select <8 x i1> %mask, <8 x i1> %all, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 true>
  %either = select i1 %way, <8 x i1> %both, <8 x i1> %mask
  %bits = bitcast <8 x i1> %either to i8
  %full = icmp eq i8 %bits, -1
  %result = select i1 %full, i8 7, i8 %bits
  ret i8 %result
}

define i32 @wider(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %x = icmp eq <32 x i8> %a, %b
  %y = icmp eq <32 x i8> %a, %c
  %both = and <32 x i1> %x, %y
  %bits = bitcast <32 x i1> %both to i32
  ret i32 %bits
}
