; A shift by the width or more gives 0 or the sign; amounts that are known to be smaller stay as they are.
;
; PASSES: lower_semantics
; CHECK: define i32 @left
; CHECK: %1 = icmp ult i32 %n, 32
; CHECK: %2 = shl i32 %x, %n
; CHECK: %3 = select i1 %1, i32 %2, i32 0
; CHECK: ret i32 %3
; CHECK: define i64 @arithmetic
; CHECK: %1 = icmp ult i64 %n, 64
; CHECK: %2 = select i1 %1, i64 %n, i64 63
; CHECK: %3 = ashr i64 %x, %2
; CHECK: define i32 @known
; CHECK: %r = shl nsw i32 %x, 5
; COUNT 3: select

define i32 @left(i32 %x, i32 %n) {
  %r = shl i32 %x, %n
  ret i32 %r
}

define i32 @right(i32 %x, i32 %n) {
  %r = lshr i32 %x, %n
  ret i32 %r
}

define i64 @arithmetic(i64 %x, i64 %n) {
  %r = ashr i64 %x, %n
  ret i64 %r
}

define i32 @known(i32 %x) {
  %r = shl nsw i32 %x, 5
  ret i32 %r
}
