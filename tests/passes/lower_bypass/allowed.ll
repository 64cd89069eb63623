; What looks like a way around a barrier and is none.
;
; PASSES: lower_bypass
; NOT: call void @aw.bypass

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.sync(i32)
declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)

; if (tid >= n) return;
define ptx_kernel void @early_return(i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %beyond = icmp uge i32 %tid, %n
  br i1 %beyond, label %end, label %work
work:
  store i32 1, ptr %out
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr %out
  br label %end
end:
  ret void
}

; A barrier on both sides.
define ptx_kernel void @both_sides(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %tid, 7
  br i1 %low, label %a, label %b
a:
  call void @llvm.nvvm.barrier0()
  br label %join
b:
  call void @llvm.nvvm.bar.sync(i32 0)
  br label %join
join:
  store i32 2, ptr %out
  ret void
}

; Conditions that are the same for all threads.
define ptx_kernel void @uniform(i32 %n, ptr %out) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %twice = shl i32 %block, 1
  %some = icmp slt i32 %twice, %n
  br i1 %some, label %a, label %join
a:
  call void @llvm.nvvm.barrier0()
  br label %join
join:
  store i32 2, ptr %out
  ret void
}

; Named barriers, and those of a part of the block, are for parts of the block.
define ptx_kernel void @partial(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %tid, 64
  br i1 %low, label %a, label %join
a:
  call void @llvm.nvvm.bar.sync(i32 1)
  call void @llvm.nvvm.barrier.sync.cnt(i32 0, i32 64)
  br label %join
join:
  store i32 2, ptr %out
  ret void
}

; A side that traps goes nowhere.
define ptx_kernel void @checked(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %good = icmp ult i32 %tid, 64
  br i1 %good, label %a, label %bad
bad:
  unreachable
a:
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr %out
  ret void
}
