; Guards of quotients, and of remainders that are made of them, go where the GPU gives the same for a divisor of 0; those of remainders
; keep their choice.  What is used without a guard stays as it is, and so do numbers of 64 bits.
;
; PASSES: plain_divisions
; CHECK: @quotient
; CHECK: asm "div.s32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %d)
; CHECK: ret i32 %1
; CHECK: @rest
; CHECK: asm "rem.u32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %d)
; CHECK: %r.defined = select i1 %some, i32 %1, i32 %x
; CHECK: @both
; CHECK: asm "div.u32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %d)
; CHECK: %qd = mul i32 %1, %d
; CHECK: %r = sub i32 %x, %qd
; CHECK: %sum = add i32 %1, %r
; CHECK: @product
; CHECK: %qd = mul i32 %1, %d
; CHECK: %r = sub i32 %x, %qd
; CHECK: @bare
; CHECK: %q = udiv i32 %x, %one
; CHECK: @wide
; CHECK: %q = udiv i64 %x, %one

declare i32 @llvm.umax.i32(i32, i32)
declare i64 @llvm.umax.i64(i64, i64)

define i32 @quotient(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %q = sdiv i32 %x, %one
  %q.defined = select i1 %none, i32 -1, i32 %q
  ret i32 %q.defined
}

define i32 @rest(i32 %x, i32 %d) {
  %some = icmp ne i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %r = urem i32 %x, %one
  %r.defined = select i1 %some, i32 %r, i32 %x
  ret i32 %r.defined
}

define i32 @both(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %frozen = freeze i32 %one
  %q = udiv i32 %x, %frozen
  %q.defined = select i1 %none, i32 -1, i32 %q
  %qd = mul nuw i32 %q, %frozen
  %r = sub i32 %x, %qd
  %r.defined = select i1 %none, i32 %x, i32 %r
  %sum = add i32 %q.defined, %r.defined
  ret i32 %sum
}

define i32 @product(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %q = sdiv i32 %x, %one
  %qd = mul nsw i32 %q, %one
  %qd.defined = select i1 %none, i32 0, i32 %qd
  %r = sub i32 %x, %qd.defined
  ret i32 %r
}

define i32 @bare(i32 %x, i32 %d) {
  %none = icmp eq i32 %d, 0
  %one = call i32 @llvm.umax.i32(i32 %d, i32 1)
  %q = udiv i32 %x, %one
  %q.defined = select i1 %none, i32 -1, i32 %q
  %sum = add i32 %q.defined, %q
  ret i32 %sum
}

define i64 @wide(i64 %x, i64 %d) {
  %none = icmp eq i64 %d, 0
  %one = call i64 @llvm.umax.i64(i64 %d, i64 1)
  %q = udiv i64 %x, %one
  %q.defined = select i1 %none, i64 -1, i64 %q
  ret i64 %q.defined
}
