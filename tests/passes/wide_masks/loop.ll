; The mask of a loop is a vector of numbers, and so is what is computed with it; whether any lane goes on is asked of both halves.
;
; TARGET: x86-64-v3
; PASSES: wide_masks
; CHECK: loop:
; CHECK: phi <16 x i32> [ <i32 -1,
; CHECK: fcmp olt <16 x float>
; CHECK: sext <16 x i1>
; CHECK: and <16 x i32>
; CHECK: icmp slt <16 x i32>
; CHECK: or <8 x i32>
; CHECK: bitcast <8 x i1>
; NOT: phi <16 x i1>
; NOT: and <16 x i1>
; NOT: bitcast <16 x i1>

define <16 x float> @steps(<16 x float> %limit, <16 x float> %step) {
entry:
  br label %loop

loop:
  %x = phi <16 x float> [ zeroinitializer, %entry ], [ %kept, %loop ]
  %mask = phi <16 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %sum = fadd <16 x float> %x, %step
  %below = fcmp olt <16 x float> %sum, %limit
  %on = and <16 x i1> %mask, %below
  %kept = select <16 x i1> %mask, <16 x float> %sum, <16 x float> %x
  %bits = bitcast <16 x i1> %on to i16
  %done = icmp eq i16 %bits, 0
  br i1 %done, label %end, label %loop

end:
  ret <16 x float> %kept
}
