; The sums of a long block whose users stand behind a question go through assembly at its end, of which they can't be taken away, also
; those of two registers; what the block itself uses doesn't, nor do the sums of a short block.
;
; TARGET: x86-64-v3
; PASSES: held_sums
; COUNT 3: asm sideeffect "", "=v,0"(<8 x float>
; CHECK: define void @long
; CHECK: asm sideeffect "", "=v,0"(<8 x float> %a16)
; CHECK: shufflevector <16 x float> %b16
; CHECK: br i1 %c
; CHECK: store <8 x float> %short

define void @long(ptr %p, <8 x float> %a0, <16 x float> %b0, i1 %c) {
  %a1 = fadd <8 x float> %a0, %a0
  %b1 = fmul <16 x float> %b0, %b0
  %a2 = fadd <8 x float> %a1, %a0
  %b2 = fmul <16 x float> %b1, %b0
  %a3 = fadd <8 x float> %a2, %a0
  %b3 = fmul <16 x float> %b2, %b0
  %a4 = fadd <8 x float> %a3, %a0
  %b4 = fmul <16 x float> %b3, %b0
  %a5 = fadd <8 x float> %a4, %a0
  %b5 = fmul <16 x float> %b4, %b0
  %a6 = fadd <8 x float> %a5, %a0
  %b6 = fmul <16 x float> %b5, %b0
  %a7 = fadd <8 x float> %a6, %a0
  %b7 = fmul <16 x float> %b6, %b0
  %a8 = fadd <8 x float> %a7, %a0
  %b8 = fmul <16 x float> %b7, %b0
  %a9 = fadd <8 x float> %a8, %a0
  %b9 = fmul <16 x float> %b8, %b0
  %a10 = fadd <8 x float> %a9, %a0
  %b10 = fmul <16 x float> %b9, %b0
  %a11 = fadd <8 x float> %a10, %a0
  %b11 = fmul <16 x float> %b10, %b0
  %a12 = fadd <8 x float> %a11, %a0
  %b12 = fmul <16 x float> %b11, %b0
  %a13 = fadd <8 x float> %a12, %a0
  %b13 = fmul <16 x float> %b12, %b0
  %a14 = fadd <8 x float> %a13, %a0
  %b14 = fmul <16 x float> %b13, %b0
  %a15 = fadd <8 x float> %a14, %a0
  %b15 = fmul <16 x float> %b14, %b0
  %a16 = fadd <8 x float> %a15, %a0
  %b16 = fmul <16 x float> %b15, %b0
  br i1 %c, label %one, label %two
one:
  store <8 x float> %a16, ptr %p
  br label %two
two:
  store <16 x float> %b16, ptr %p
  %short = fadd <8 x float> %a0, %a0
  %other = fmul <8 x float> %a0, %a0
  br i1 %c, label %three, label %four
three:
  store <8 x float> %short, ptr %p
  br label %four
four:
  store <8 x float> %other, ptr %p
  ret void
}
