; A divisor that may be 0 becomes 1 before; one that is known stays.
;
; PASSES: lower_division
; CHECK: %1 = icmp eq i32 %b, 0
; CHECK: %2 = select i1 %1, i32 1, i32 %b
; CHECK: %3 = srem i32 %a, %2
; CHECK: %4 = select i1 %1, i32 %a, i32 %3
; CHECK: udiv i32 %4, 7

define i32 @f(i32 %a, i32 %b) {
  %rest = srem i32 %a, %b
  %x = udiv i32 %rest, 7
  ret i32 %x
}
