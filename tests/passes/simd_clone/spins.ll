; Loops that wait for a thread of the block keep a kernel out of the simd strategy; those that take what is next, or try again
; because another one was faster, don't.
;
; PASSES: simd_clone
; CHECK: define internal void @queue.simd16.full
; CHECK: define internal void @retry.simd16.full
; CHECK: define internal void @table.simd16.full
; NOT: @lock.simd

@numbers = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

declare void @llvm.nvvm.membar.gl()

define ptx_kernel void @flag(ptr %p) {
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}

; The result decides by way of a phi.
define ptx_kernel void @lock(ptr %p, ptr %q) {
  br label %loop
loop:
  %pair = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %old = extractvalue { i32, i1 } %pair, 0
  %c = icmp eq i32 %old, 0
  br i1 %c, label %mine, label %next
mine:
  store i32 1, ptr %q
  store atomic i32 0, ptr %p release, align 4
  br label %next
next:
  %had = phi i1 [ true, %mine ], [ false, %loop ]
  br i1 %had, label %done, label %loop
done:
  ret void
}

define ptx_kernel void @poll(ptr %p) {
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @queue(ptr %p, ptr %q, i32 %n) {
  br label %loop
loop:
  %i = atomicrmw add ptr %p, i32 1 seq_cst
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %a = getelementptr i32, ptr %q, i32 %i
  store i32 %i, ptr %a
  br label %loop
done:
  ret void
}

define ptx_kernel void @retry(ptr %p) {
  %first = load i32, ptr %p
  br label %loop
loop:
  %assumed = phi i32 [ %first, %0 ], [ %old, %loop ]
  %new = mul i32 %assumed, 3
  %pair = cmpxchg ptr %p, i32 %assumed, i32 %new seq_cst seq_cst
  %old = extractvalue { i32, i1 } %pair, 0
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}

; What nobody writes is nothing to wait for.
define ptx_kernel void @table(ptr %p) {
entry:
  %own = alloca [4 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  call void @llvm.nvvm.membar.gl()
  %a = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(1) @numbers to ptr), i64 0, i64 %i
  %v = load i32, ptr %a
  %c = icmp eq i32 %v, 3
  br i1 %c, label %done, label %more
more:
  %b = getelementptr [4 x i32], ptr %own, i64 0, i64 %i
  %w = load i32, ptr %b
  %d = icmp eq i32 %w, 5
  %next = add i64 %i, 1
  br i1 %d, label %done, label %loop
done:
  store i32 0, ptr %p
  ret void
}
