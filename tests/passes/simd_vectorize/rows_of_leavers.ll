; Rows of members are rows in a kernel, too, some of whose threads leave before others meet at a barrier: behind what that takes, LLVM has
; taken them apart.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd16.full
; COUNT 0: @llvm.masked.gather

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()

define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %rows = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %mine = sext i32 %x to i64
  %from = getelementptr [4 x i16], ptr %in, i64 %mine
  %to = getelementptr [4 x i16], ptr %out, i64 %mine
  %none = icmp sge i32 %y, %n
  br i1 %none, label %end, label %turn
turn:
  %i = phi i32 [ %y, %0 ], [ %next, %turn ]
  %a = load i16, ptr %from, align 8
  %from.1 = getelementptr i8, ptr %from, i64 2
  %b = load i16, ptr %from.1, align 2
  %from.2 = getelementptr i8, ptr %from, i64 4
  %c = load i16, ptr %from.2, align 4
  %from.3 = getelementptr i8, ptr %from, i64 6
  %d = load i16, ptr %from.3, align 2
  call void @llvm.nvvm.barrier0()
  %ab = add i16 %a, %b
  %cd = add i16 %c, %d
  %sum = add i16 %ab, %cd
  store i16 %sum, ptr %to, align 8
  %next = add i32 %i, %rows
  %more = icmp slt i32 %next, %n
  br i1 %more, label %turn, label %end
end:
  ret void
}
