; What a remainder was taken from is divided in place of the rest, and the remainder made of that quotient; not where the divisor is another,
; the signs differ, or the quotient is used without a guard.
;
; PASSES: plain_divisions
; CHECK: @rows
; CHECK: asm "div.s32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %d)
; CHECK: mul i32
; CHECK: sub i32 %x
; CHECK: ret i32
; CHECK: @other
; CHECK: asm "rem.s32
; CHECK: %whole = sub i32 %x, %r.defined
; CHECK: asm "div.s32 $0, $1, $2;", "=r,r,r"(i32 %whole, i32 %e)
; CHECK: @signs
; CHECK: asm "rem.s32
; CHECK: asm "div.u32 $0, $1, $2;", "=r,r,r"(i32 %whole, i32 %d)
; CHECK: @bare
; CHECK: %q = sdiv i32 %whole, %one
; COUNT 2: asm "rem.s32

declare i32 @llvm.umax.i32(i32, i32)

define i32 @rows(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %r = srem i32 %x, %one
  %r.defined = select i1 %none, i32 %x, i32 %r
  %whole = sub nsw i32 %x, %r.defined
  %q = sdiv i32 %whole, %one
  %q.defined = select i1 %none, i32 -1, i32 %q
  %sum = add i32 %q.defined, %r.defined
  ret i32 %sum
}

define i32 @other(i32 %x, i32 %d, i32 %e) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %r = srem i32 %x, %one
  %r.defined = select i1 %none, i32 %x, i32 %r
  %whole = sub i32 %x, %r.defined
  %e.none = icmp eq i32 %e, 0
  %e.one = call i32 @llvm.umax.i32(i32 %e, i32 1)
  %q = sdiv i32 %whole, %e.one
  %q.defined = select i1 %e.none, i32 -1, i32 %q
  ret i32 %q.defined
}

define i32 @signs(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %r = srem i32 %x, %one
  %r.defined = select i1 %none, i32 %x, i32 %r
  %whole = sub i32 %x, %r.defined
  %q = udiv i32 %whole, %one
  %q.defined = select i1 %none, i32 -1, i32 %q
  ret i32 %q.defined
}

define i32 @bare(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %r = srem i32 %x, %one
  %r.defined = select i1 %none, i32 %x, i32 %r
  %whole = sub i32 %x, %r.defined
  %q = sdiv i32 %whole, %one
  ret i32 %q
}
