; Branches to what ends the launch are calls in straight code (simd_asserts.c): an assertion, a trap.  Not one whose text a thread chooses.
;
; PASSES: simd_clone
; CHECK: define internal void @k.simd16.full
; CHECK: call void @aw.assert.__assertfail(i1 %
; CHECK: call void @aw.assert.llvm.trap(i1 %zero)
; CHECK: define internal void @chosen.simd16.full
; CHECK: call void @__assertfail(
; COUNT 4: call void @aw.assert.

@text = private constant [2 x i8] c"t\00"
@file = private constant [2 x i8] c"f\00"
@name = private constant [2 x i8] c"n\00"

declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn
declare void @llvm.trap()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %good = icmp ult i32 %x, %n
  br i1 %good, label %go, label %bad
bad:
  call void @__assertfail(ptr @text, ptr @file, i32 7, ptr @name, i64 1)
  unreachable
go:
  %here = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %here
  %zero = icmp eq i32 %v, 0
  br i1 %zero, label %trap, label %end
trap:
  call void @llvm.trap()
  unreachable
end:
  store i32 %x, ptr %here
  ret void
}

define ptx_kernel void @chosen(ptr %p, ptr %text) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %here
  %zero = icmp eq i32 %v, 0
  br i1 %zero, label %bad, label %end
bad:
  call void @__assertfail(ptr %text, ptr @file, i32 7, ptr @name, i64 1)
  unreachable
end:
  store i32 %x, ptr %here
  ret void
}
