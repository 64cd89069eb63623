; Each kernel gets two copies with its calls inlined and its flow in the normal form; a warp operation asks for gangs of
; 32.  What the kernel itself is doesn't change.
;
; PASSES: simd_clone
; CHECK: define ptx_kernel void @ends
; CHECK: call void @helper
; CHECK: unreachable
; CHECK: define ptx_kernel void @votes
; CHECK: define internal void @ends.simd16.full(ptr %p, i32 %n)
; CHECK: call void @llvm.trap()
; CHECK: define internal void @ends.simd16.rows(ptr %p, i32 %n)
; CHECK: define internal void @votes.simd32.full(ptr %p)
; CHECK: define internal void @votes.simd32.row(ptr %p)
; NOT: switch i32 %n, label %done.
; COUNT 1: unreachable
; COUNT 4: define internal void

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.trap()

define void @helper(ptr %p) noinline {
  store i32 7, ptr %p
  ret void
}

define ptx_kernel void @ends(ptr %p, i32 %n) {
  switch i32 %n, label %other [
    i32 1, label %one
    i32 5, label %bad
  ]
one:
  call void @helper(ptr %p)
  ret void
bad:
  call void @llvm.trap()
  unreachable
other:
  store i32 9, ptr %p
  ret void
}

define ptx_kernel void @votes(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  store i32 %b, ptr %p
  ret void
}
