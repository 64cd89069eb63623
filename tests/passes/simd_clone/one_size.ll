; A large kernel that is bound to blocks of whole warps in a row, or counts threads in rows of these, and never asks for its block's size
; has no form for other blocks; one that asks, one whose bound is no whole warps, a small one, and one with rows of half warps have both.
;
; PASSES: collect_program simd_clone
; CHECK: define internal void @bound.simd16.full
; CHECK: define internal void @asks.simd16.full
; CHECK: define internal void @asks.simd16.rows
; CHECK: define internal void @odd.simd16.full
; CHECK: define internal void @odd.simd16.rows
; CHECK: define internal void @small.simd16.full
; CHECK: define internal void @small.simd16.rows
; CHECK: define internal void @by_warps.simd16.full
; CHECK: define internal void @by_halves.simd16.full
; CHECK: define internal void @by_halves.simd16.rows
; NOT: @bound.simd16.rows
; NOT: @by_warps.simd16.rows

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

define void @much(ptr %p) {
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  atomicrmw add ptr %p, i32 1 monotonic
  ret void
}

define void @very_much(ptr %p) {
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  call void @much(ptr %p)
  ret void
}

define void @bound(ptr %p) {
  call void @very_much(ptr %p)
  ret void
}

define void @asks(ptr %p) {
  call void @very_much(ptr %p)
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %n, ptr %p
  ret void
}

define void @odd(ptr %p) {
  call void @very_much(ptr %p)
  ret void
}

define void @small(ptr %p) {
  call void @much(ptr %p)
  ret void
}

define void @by_warps(ptr %p) {
  call void @very_much(ptr %p)
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %y, 32
  %index = add i32 %row, %x
  store i32 %index, ptr %p
  ret void
}

define void @by_halves(ptr %p) {
  call void @very_much(ptr %p)
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %y, 16
  %index = add i32 %row, %x
  store i32 %index, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @bound, !"kernel", i32 1, !"maxntidx", i32 256}
!1 = !{ptr @asks, !"kernel", i32 1, !"maxntidx", i32 256}
!2 = !{ptr @odd, !"kernel", i32 1, !"maxntidx", i32 100}
!3 = !{ptr @small, !"kernel", i32 1, !"maxntidx", i32 256}
!4 = !{ptr @by_warps, !"kernel", i32 1, !"maxntidx", i32 256}
!5 = !{ptr @by_halves, !"kernel", i32 1, !"maxntidx", i32 256}
