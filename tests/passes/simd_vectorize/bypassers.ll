; Threads that go on at different barriers, or at the same one where they differ.
;
; PASSES: simd_clone simd_vectorize
; REFUSED: a barrier that threads may not come to together
; NOT: @arms.simd
; NOT: @meets.simd

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @arms(ptr %p, i32 %n, i32 %m) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %beyond = icmp uge i32 %x, %n
  br i1 %beyond, label %end, label %work
work:
  %low = icmp ult i32 %x, %m
  br i1 %low, label %one, label %other
one:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %here
  br label %end
other:
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr %here
  br label %end
end:
  ret void
}

; Who has done fewer turns of the inner loop comes to the same barrier as the others.
define ptx_kernel void @meets(ptr %p, i32 %n, i32 %m) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %k = phi i32 [ 0, %0 ], [ %later, %behind ]
  br label %inner
inner:
  %i = phi i32 [ %x, %outer ], [ %next, %inner ]
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 64
  %more = icmp ult i32 %next, %n
  br i1 %more, label %inner, label %behind
behind:
  %later = add i32 %k, 1
  %here = getelementptr i32, ptr %p, i32 %k
  %old = atomicrmw add ptr %here, i32 1 monotonic
  %again = icmp ult i32 %later, %m
  br i1 %again, label %outer, label %end
end:
  store i32 %x, ptr %p
  ret void
}
