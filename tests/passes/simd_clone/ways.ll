; A loop that ends for each thread in its own turn: lanes that take the next thread vote who waits, and come by a turn only where some are
; left; and as the loop goes through memory at places of each thread's own, there is a form for one thread after the other.  A loop
; along rows of memory, one whose turns are the same for all threads, and one behind a barrier have none of these.
;
; PASSES: simd_clone
; CHECK: define internal void @list.simd
; CHECK: call i32 @aw.span.count()
; CHECK: call void @aw.some()
; CHECK: call i32 @aw.votes(i1
; CHECK: @llvm.ctpop.i32(
; CHECK: define internal void @list.single(
; CHECK: call i32 @aw.span.count()
; NOT: @row.single
; NOT: @same.single
; NOT: @exchange.single
; COUNT 2: = call i32 @aw.votes(

@shared = internal addrspace(3) global [64 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @list(ptr %next, ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %loop, label %end
loop:
  %at = phi i32 [ %x, %entry ], [ %to, %loop ]
  %steps = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = sext i32 %at to i64
  %p = getelementptr i32, ptr %next, i64 %wide
  %to = load i32, ptr %p
  %more = add i32 %steps, 1
  %again = icmp sgt i32 %to, 16
  br i1 %again, label %loop, label %done
done:
  %own = sext i32 %x to i64
  %q = getelementptr i32, ptr %out, i64 %own
  store i32 %more, ptr %q
  br label %end
end:
  ret void
}

define ptx_kernel void @row(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %at = phi i32 [ %x, %entry ], [ %to, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = sext i32 %at to i64
  %p = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %to = add i32 %at, %n
  %again = icmp slt i32 %more, 1000
  br i1 %again, label %loop, label %done
done:
  %own = sext i32 %x to i64
  %q = getelementptr i32, ptr %out, i64 %own
  store i32 %more, ptr %q
  ret void
}

define ptx_kernel void @same(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %at = phi i32 [ 0, %entry ], [ %to, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %more, %loop ]
  %low = and i32 %sum, 255
  %wide = sext i32 %low to i64
  %p = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %to = add i32 %at, 1
  %again = icmp slt i32 %to, %n
  br i1 %again, label %loop, label %done
done:
  %own = sext i32 %x to i64
  %q = getelementptr i32, ptr %out, i64 %own
  store i32 %more, ptr %q
  ret void
}

define ptx_kernel void @exchange(ptr %next, ptr %out) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = sext i32 %x to i64
  %s = getelementptr [64 x i32], ptr addrspace(3) @shared, i64 0, i64 %own
  store i32 %x, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %at = phi i32 [ %x, %entry ], [ %to, %loop ]
  %wide = sext i32 %at to i64
  %p = getelementptr i32, ptr %next, i64 %wide
  %to = load i32, ptr %p
  %again = icmp sgt i32 %to, 16
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr i32, ptr %out, i64 %own
  store i32 %to, ptr %q
  ret void
}
