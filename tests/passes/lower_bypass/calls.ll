; Barriers in functions count at the calls, also through recursion and pointers; a plain return of a
; function is no end of the kernel.
;
; PASSES: lower_bypass
; CHECK: define void @ring
; CHECK: call void @llvm.nvvm.barrier0(), !aw.guards
; CHECK: call void @aw.bypass(i32 1)
; CHECK: define ptx_kernel void @direct
; CHECK: call void @aw.bypass(i32 2)
; CHECK: define ptx_kernel void @pointer
; CHECK: call void @aw.bypass(i32 3)
; COUNT 3: call void @aw.bypass
; CHECK: !{i32 1, i32 2, i32 3}

@table = addrspace(1) global ptr @ring
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define void @ring(i32 %depth) {
entry:
  %some = icmp ne i32 %depth, 0
  br i1 %some, label %more, label %end
more:
  call void @llvm.nvvm.barrier0()
  %less = sub i32 %depth, 1
  call void @ring(i32 %less)
  br label %end
end:
  ret void
}

define ptx_kernel void @direct(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %tid, 7
  br i1 %low, label %then, label %join
then:
  call void @ring(i32 3)
  br label %join
join:
  store i32 2, ptr %out
  ret void
}

define ptx_kernel void @pointer(ptr %out, ptr %function) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %tid, label %join [
    i32 1, label %then
    i32 2, label %join
  ]
then:
  call void %function(i32 3)
  br label %join
join:
  %x = phi i32 [ 1, %entry ], [ 2, %then ], [ 1, %entry ]
  store i32 %x, ptr %out
  ret void
}
