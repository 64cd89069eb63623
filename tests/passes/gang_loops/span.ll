; The blocks of a span have shared memory of their own, and blockIdx.x is the gang's.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: = call i32 @aw.span.shared()
; CHECK: mul nuw i64
; CHECK: = getelementptr inbounds i8, ptr %14, i64 %18
; NOT: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; COUNT 3: call void @aw.span.enter(

@s = internal addrspace(3) global [64 x i32] undef

declare i32 @aw.gang.x()
declare i32 @aw.block.any(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %own = addrspacecast ptr addrspace(3) @s to ptr
  %place = getelementptr i32, ptr %own, i32 %x
  store i32 %b, ptr %place
  %any = call i32 @aw.block.any(i32 %x)
  %in = icmp ne i32 %any, 0
  br i1 %in, label %more, label %done
more:
  store i32 1, ptr %place
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  %v = load i32, ptr %own
  %at = getelementptr i32, ptr %out, i32 %b
  store i32 %v, ptr %at
  ret void
}
