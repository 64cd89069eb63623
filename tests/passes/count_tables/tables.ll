; What a block adds to shared memory in a loop between two barriers goes to tables of its own, which its threads empty before and add up
; behind; @seen is read meanwhile, and @other is a function's, too.
;
; PASSES: count_tables
; FORM: k.full 16 1
; CHECK: @aw.count.tables.bins = internal addrspace(3) global [512 x i32] undef
; COUNT 1: = internal addrspace(3) global [512 x i32]
; CHECK: define void @k.full
; CHECK: count.turn
; CHECK: store i32 0, ptr
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @aw.count.tables.bins to ptr), i64 0, i64 %bin
; CHECK: i32 1 seq_cst, align 4, !aw.count.table
; CHECK: = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @seen to ptr), i64 0, i64 %bin
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: store i32 %
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: = load i32

@bins = internal addrspace(3) global [128 x i32] undef
@seen = internal addrspace(3) global [128 x i32] undef
@other = internal addrspace(3) global [128 x i32] undef

declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out, ptr %keys, i64 %n) {
  ret void
}

define void @f() {
  store i32 0, ptr addrspacecast (ptr addrspace(3) @other to ptr)
  ret void
}

define void @k.full(ptr %out, ptr %keys, i64 %n) {
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %place = getelementptr i64, ptr %keys, i64 %i
  %key = load i64, ptr %place
  %bin = and i64 %key, 127
  %a = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @bins to ptr), i64 0, i64 %bin
  %unused = atomicrmw add ptr %a, i32 1 seq_cst, align 4
  %b = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @seen to ptr), i64 0, i64 %bin
  %unused2 = atomicrmw add ptr %b, i32 1 seq_cst, align 4
  %read = load i32, ptr %b
  %more = add i32 %sum, %read
  %c = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @other to ptr), i64 0, i64 %bin
  %unused3 = atomicrmw add ptr %c, i32 1 seq_cst, align 4
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  %first = load i32, ptr addrspacecast (ptr addrspace(3) @bins to ptr)
  %all = add i32 %first, %more
  store i32 %all, ptr %out
  ret void
}
