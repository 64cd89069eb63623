; A thread that exits returns from its kernel, also out of a function; what follows is gone.
;
; PASSES: inline_waiting lower_exits
; CHECK: define ptx_kernel void @k
; NOT: call void @llvm.nvvm.exit
; NOT: store i32 7

declare void @llvm.nvvm.exit()

define internal void @leave(i1 %c) noinline {
  br i1 %c, label %go, label %stay
go:
  call void @llvm.nvvm.exit()
  br label %stay
stay:
  ret void
}

define ptx_kernel void @k(i1 %c, ptr %p) {
  call void @leave(i1 %c)
  store i32 1, ptr %p
  call void @llvm.nvvm.exit()
  store i32 7, ptr %p
  ret void
}
