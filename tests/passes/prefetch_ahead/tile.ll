; A loop that waits at a barrier for what it loads asks for the next turn's address, once for neighbours, where the grid is
; small; a loop without a barrier, one that loads at an address from memory, and one of shared memory don't.
;
; PASSES: prefetch_ahead
; CHECK: define void @tile
; CHECK: icmp ult i64
; CHECK: br i1 %few
; CHECK: prefetch.L2
; CHECK: define void @alone
; COUNT 1: prefetch.L2

@shared = internal addrspace(3) global [256 x i32] undef

declare void @llvm.nvvm.barrier0()

define void @tile(ptr %in, i32 %n, i32 %stride) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %x = load i32, ptr %at
  %neighbour = getelementptr i8, ptr %at, i64 4
  %y = load i32, ptr %neighbour
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(3) @shared
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define void @alone(ptr %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr %out
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define void @gather(ptr %in, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %p = phi ptr [ %in, %entry ], [ %link, %body ]
  %link = load ptr, ptr %p
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define void @inside(i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @shared to ptr), i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr %out
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}
