; What waits is inlined up to the kernels, whatever its attributes say; what doesn't wait, calls itself or
; is a kernel stays.
;
; PASSES: inline_waiting
; CHECK: define void @ring
; CHECK: call void @ring
; CHECK: define void @plain
; CHECK: define ptx_kernel void @k
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: load volatile
; CHECK: call void @ring
; CHECK: call void @plain
; NOT: call void @direct
; NOT: call void @indirect
; NOT: call void @flag

declare void @llvm.nvvm.barrier0()

define internal void @direct() noinline {
  call void @llvm.nvvm.barrier0()
  ret void
}

define internal void @indirect(ptr %p) noinline {
  call void @direct()
  call void @flag(ptr %p)
  ret void
}

define internal void @flag(ptr %p) {
  %value = load volatile i32, ptr %p
  ret void
}

define void @ring() {
  call void @llvm.nvvm.barrier0()
  call void @ring()
  ret void
}

; A volatile variable of the thread's own is nobody else's business.
define void @plain() {
  %x = alloca i32
  store volatile i32 1, ptr %x
  %y = load volatile i32, ptr %x
  ret void
}

define ptx_kernel void @k(ptr %p) {
  call void @indirect(ptr %p)
  call void @ring()
  call void @plain()
  ret void
}
