; The next turn's loads are issued in front of this turn's barrier, under the conditions under which the next turn does them; not
; where a barrier may make them see what was written, nor where the loop's end or the address isn't known ahead.
;
; PASSES: collect_program load_ahead
; CHECK: define ptx_kernel void @tile
; CHECK: entry:
; CHECK: load i32, ptr %in
; CHECK: body:
; CHECK: phi i32
; CHECK: store i32
; CHECK: br i1
; CHECK: ahead:
; CHECK: load i32
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: define ptx_kernel void @guarded
; CHECK: ahead:
; CHECK: load i32
; CHECK: body:
; CHECK: and i1
; CHECK: ahead
; CHECK: define ptx_kernel void @maybe
; CHECK: br i1 %some
; CHECK: define ptx_kernel void @tests_first
; CHECK: ahead
; CHECK: define ptx_kernel void @only_read
; CHECK: ahead
; CHECK: define ptx_kernel void @writes
; CHECK: body:
; CHECK: load i32, ptr %at
; CHECK: store i32 %x, ptr %out
; CHECK: define ptx_kernel void @after
; CHECK: ahead
; CHECK: define ptx_kernel void @counts
; CHECK: load i32, ptr %at
; CHECK: atomicrmw
; CHECK: define ptx_kernel void @leaves
; CHECK: body:
; CHECK: load i32, ptr %at

@shared = internal addrspace(3) global [256 x i32] undef

declare void @llvm.nvvm.barrier0()

define ptx_kernel void @tile(ptr %in, i32 %n, i32 %stride) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %x = load i32, ptr %at
  store i32 %x, ptr addrspace(3) @shared
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @guarded(ptr %in, i32 %n, i32 %most, i32 %stride) {
entry:
  br label %body
body:
  %i = phi i32 [ 7, %entry ], [ %next, %rest ]
  %some = icmp slt i32 %i, %most
  br i1 %some, label %loads, label %rest
loads:
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  br label %rest
rest:
  %either = phi i32 [ %x, %loads ], [ 1, %body ]
  store i32 %either, ptr addrspacecast (ptr addrspace(3) @shared to ptr)
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, %stride
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @maybe(ptr %in, i32 %n, i1 %some) {
entry:
  br i1 %some, label %body, label %done
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr addrspace(3) @shared
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 256
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @tests_first(ptr %in, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %again = icmp slt i32 %i, %n
  br i1 %again, label %body, label %done
body:
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr addrspace(3) @shared
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 256
  br label %head
done:
  ret void
}

define ptx_kernel void @only_read(ptr noalias readonly %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr %out
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @writes(ptr %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  store i32 %x, ptr %out
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @after(ptr %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  store i32 %x, ptr %out
  ret void
}

define ptx_kernel void @counts(ptr %in, i32 %n, ptr %out) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %old = atomicrmw add ptr addrspace(3) @shared, i32 %x monotonic
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}

define ptx_kernel void @leaves(ptr %in, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %at = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %found = icmp eq i32 %x, 5
  br i1 %found, label %done, label %rest
rest:
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 7
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret void
}
