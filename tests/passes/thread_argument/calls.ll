; Defined functions take the thread first, and direct and indirect calls pass it; what is only declared stays.
; Attributes move along with their arguments.
;
; PASSES: thread_argument
; CHECK: @table = internal constant [1 x ptr] [ptr @callee]
; CHECK: define internal void @callee(ptr noundef nonnull %thread, ptr byval(i64) align 8 %big, i32 %n)
; CHECK: define ptx_kernel void @k(ptr noundef nonnull %thread, ptr %p)
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: call void @callee(ptr %thread, ptr byval(i64) align 8 %p, i32 %t)
; CHECK: call i32 %f(ptr %thread, i32 3)

@table = internal constant [1 x ptr] [ptr @callee]

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal void @callee(ptr byval(i64) align 8 %big, i32 %n) {
  ret void
}

define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @callee(ptr byval(i64) align 8 %p, i32 %t)
  %f = load ptr, ptr @table
  %r = call i32 %f(i32 3)
  ret void
}
