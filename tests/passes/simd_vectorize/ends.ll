; Calls that don't return are no ways around the barriers behind them, nor do their threads leave: such a call ends the block.
; @both: both ways of a branch end.  @shared_end: two branches lead to one call, whose threads leave.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @turns.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: define internal void @turns.simd16.rows
; CHECK: define internal void @both.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: define internal void @both.simd16.rows
; CHECK: define internal void @shared_end.simd16.full
; CHECK: call void @llvm.nvvm.barrier0()

declare void @llvm.trap() noreturn
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @turns(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %x, 0
  %here = getelementptr i32, ptr %p, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %up, %next ]
  br i1 %first, label %look, label %next
look:
  %v = load i32, ptr %p
  %bad = icmp slt i32 %v, 0
  br i1 %bad, label %fail, label %fine
fail:
  call void @llvm.trap()
  unreachable
fine:
  store i32 %i, ptr %p
  br label %next
next:
  %s = phi i32 [ %v, %fine ], [ %i, %loop ]
  call void @llvm.nvvm.barrier0()
  store i32 %s, ptr %here
  %up = add i32 %i, 1
  %again = icmp ult i32 %up, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @both(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %here
  %bad = icmp slt i32 %v, 0
  br i1 %bad, label %which, label %good
which:
  %even = icmp eq i32 %v, -2
  br i1 %even, label %fail, label %break
fail:
  call void @llvm.trap()
  unreachable
break:
  store i32 %n, ptr %p
  call void @llvm.trap()
  unreachable
good:
  call void @llvm.nvvm.barrier0()
  store i32 %v, ptr %here
  ret void
}

define ptx_kernel void @shared_end(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %here
  %bad = icmp slt i32 %v, 0
  br i1 %bad, label %fail, label %fine
fine:
  %w = add i32 %v, %x
  %worse = icmp sgt i32 %w, 100
  br i1 %worse, label %fail, label %good
fail:
  %why = phi i32 [ %v, %0 ], [ %w, %fine ]
  store i32 %why, ptr %p
  call void @llvm.trap()
  unreachable
good:
  call void @llvm.nvvm.barrier0()
  store i32 %w, ptr %here
  ret void
}
