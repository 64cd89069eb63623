; LLVM freezes a gang's place where it takes a condition out of a loop.  It is a number anyway, and what is computed from it is computed again
; behind a barrier; what is loaded isn't.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: define void @k.full
; COUNT 1: alloca
; CHECK: alloca [128 x i32]
; CHECK: = freeze i32 %first
; NOT: = freeze i32 %gang

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, ptr %in) {
  %x = call i32 @aw.gang.x()
  %frozen = freeze i32 %x
  %i = and i32 %frozen, -8
  %p = getelementptr i32, ptr %in, i32 %i
  %first = load i32, ptr %p
  %kept = freeze i32 %first
  store i32 %kept, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr i32, ptr %out, i32 %i
  store i32 %kept, ptr %q
  ret void
}
