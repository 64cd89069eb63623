; Division by 0 and of the lowest number by -1 is never executed; constant divisors need nothing.
;
; PASSES: lower_semantics
; CHECK: define i32 @signed
; CHECK: %1 = icmp eq i32 %y, 0
; CHECK: %2 = select i1 %1, i32 1, i32 %y
; CHECK: %3 = icmp eq i32 %y, -1
; CHECK: %4 = select i1 %3, i32 1, i32 %2
; CHECK: %5 = sdiv i32 %x, %4
; CHECK: %6 = sub i32 0, %x
; CHECK: %7 = select i1 %3, i32 %6, i32 %5
; CHECK: %8 = select i1 %1, i32 -1, i32 %7
; CHECK: define i32 @rest
; CHECK: %3 = urem i32 %x, %2
; CHECK: %4 = select i1 %1, i32 %x, i32 %3
; CHECK: define i32 @constant
; CHECK: %r = sdiv i32 %x, 10

define i32 @signed(i32 %x, i32 %y) {
  %r = sdiv i32 %x, %y
  ret i32 %r
}

define i32 @rest(i32 %x, i32 %y) {
  %r = urem i32 %x, %y
  ret i32 %r
}

define i32 @constant(i32 %x) {
  %r = sdiv i32 %x, 10
  ret i32 %r
}
