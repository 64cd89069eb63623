; A kernel that divides by what its launch decides has an entry that multiplies: signed and unsigned numbers of both sizes, a product of
; members of a structure, blockDim; a divisor used twice has one factor; the guards of divisors go; 64 bits of which 32 are used, always
; or at times.  Not: divisors from memory, of a structure that is written, constants, dividends that the launch decides, too.
;
; PASSES: collect_program launch_divisors
; COUNT 6: dso_local
; CHECK: define void @both(
; CHECK: sdiv i32
; CHECK: define dso_local ptx_kernel void @"both$divided"(ptr %out, i32 %width, i32 %n, i32 %0, i32 %1)
; CHECK: = call i32 @llvm.nvvm.mulhi.i(i32 %i, i32 %0)
; CHECK: = ashr i32 %4, %1
; CHECK: define dso_local ptx_kernel void @"members$divided"(ptr %out, ptr byval({ i32, i32 }) %shape, i32 %0, i32 %1)
; CHECK: define dso_local ptx_kernel void @"wide$divided"(ptr %out, i64 %width, i64 %0, i32 %1)
; CHECK: @llvm.nvvm.mulhi.ull(i64 %x, i64 %0)
; CHECK: = icmp uge i64
; CHECK: define dso_local ptx_kernel void @"block$divided"(ptr %out, i32 %0)
; CHECK: define dso_local ptx_kernel void @"few$divided"(ptr %out, i64 %width, i64 %0, i32 %1, i32 %2)
; CHECK: @llvm.nvvm.mulhi.ui(i32 %i, i32 %2)
; CHECK: define dso_local ptx_kernel void @"loop$divided"(ptr %out, i64 %width, i64 %0, i32 %1)
; CHECK: few.bits:
; CHECK: mulhi.ui
; CHECK: many.bits:
; CHECK: mulhi.ull
; CHECK: !{ptr @"both$divided", !"kernel", i32 1, !"maxntidx", i32 128}
; COUNT 1: sdiv i32 %i, %some
; COUNT 1: = call i32 @llvm.umax

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.umax.i32(i32, i32)

define void @both(ptr %out, i32 %width, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %zero = icmp eq i32 %width, 0
  %some = call i32 @llvm.umax.i32(i32 %width, i32 1)
  %row = sdiv i32 %i, %some
  %row.defined = select i1 %zero, i32 -1, i32 %row
  %column = srem i32 %i, %some
  %column.defined = select i1 %zero, i32 %i, i32 %column
  %sum = sub i32 %row.defined, %column.defined
  store i32 %sum, ptr %out
  ret void
}

define void @members(ptr %out, ptr byval({ i32, i32 }) %shape) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %second = getelementptr i8, ptr %shape, i64 4
  %a = load i32, ptr %shape
  %b = load i32, ptr %second
  %ab = mul i32 %a, %b
  %q = sdiv i32 %i, %ab
  store i32 %q, ptr %out
  ret void
}

define void @wide(ptr %out, i64 %width) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = sext i32 %i to i64
  %q = udiv i64 %x, %width
  store i64 %q, ptr %out
  ret void
}

define void @few(ptr %out, i64 %width) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %i to i64
  %q = sdiv i64 %x, %width
  store i64 %q, ptr %out
  ret void
}

define void @loop(ptr %out, i64 %width) {
  %first = load i64, ptr %out
  br label %turn
turn:
  %x = phi i64 [ %first, %0 ], [ %next, %again ]
  %r = urem i64 %x, %width
  %square = mul i64 %r, %r
  %next = add i64 %square, 1
  %stop = icmp ult i64 %next, 100
  br i1 %stop, label %end, label %again
again:
  store i64 %next, ptr %out
  br label %turn
end:
  ret void
}

define void @block(ptr %out) {
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %x = load i32, ptr %out
  %r = urem i32 %x, %size
  store i32 %r, ptr %out
  ret void
}

define void @memory(ptr %out, ptr %from, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = load i32, ptr %from
  %q = sdiv i32 %i, %d
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %k = sdiv i32 %n, %size
  %c = udiv i32 %q, 10
  %sum = add i32 %c, %k
  store i32 %sum, ptr %out
  ret void
}

define void @written(ptr %out, ptr byval({ i32, i32 }) %shape) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %i, ptr %shape
  %a = load i32, ptr %shape
  %q = sdiv i32 %i, %a
  store i32 %q, ptr %out
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @both, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr @members, !"kernel", i32 1}
!2 = !{ptr @wide, !"kernel", i32 1}
!3 = !{ptr @block, !"kernel", i32 1}
!4 = !{ptr @memory, !"kernel", i32 1}
!5 = !{ptr @written, !"kernel", i32 1}
!6 = !{ptr @few, !"kernel", i32 1}
!7 = !{ptr @loop, !"kernel", i32 1}
