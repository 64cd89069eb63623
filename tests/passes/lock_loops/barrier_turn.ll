; A loop with barriers asks, where it loads a row, for the next turn's: not for what it loads from shared memory, nor for what lies
; at a place that it reads from memory.
;
; PASSES: lock_loops
; FORM: k.full 16 1
; CHECK: %row = load <16 x i32>
; CHECK: add i64 %i, %stride
; CHECK: call void @llvm.prefetch.p0(ptr
; COUNT 1: call void @llvm.prefetch

@tile = internal addrspace(3) global [64 x i32] undef

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %places, ptr %out, i64 %n, i64 %stride) {
entry:
  %x = call i32 @aw.gang.x()
  %first = zext i32 %x to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = add i64 %i, %first
  %p = getelementptr i32, ptr %in, i64 %at
  %row = load <16 x i32>, ptr %p
  %q = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %i
  %other = load <16 x i32>, ptr addrspace(3) %q
  %r = getelementptr i64, ptr %places, i64 %i
  %place = load i64, ptr %r
  %s = getelementptr i32, ptr %in, i64 %place
  %third = load <16 x i32>, ptr %s
  call void @llvm.nvvm.barrier0()
  %a = add <16 x i32> %row, %other
  %b = add <16 x i32> %a, %third
  %more = add <16 x i32> %sum, %b
  call void @llvm.nvvm.barrier0()
  %next = add i64 %i, %stride
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %t = getelementptr <16 x i32>, ptr %out, i64 %first
  store <16 x i32> %more, ptr %t
  ret void
}
