; A gang's assertion is a branch again (simd_asserts.c), to its first lane that failed.
;
; PASSES: simd_clone simd_vectorize gang_loops simd_settle
; CHECK: define internal void @k.simd16.full
; CHECK: failed:
; CHECK: call i32 @llvm.cttz.i32(i32
; CHECK: call void @aw.span.enter(i32
; CHECK: call void @aw.lane(i32
; CHECK: call void @__assertfail(ptr @text, ptr @text, i32 7, ptr @text, i64 1)
; CHECK: unreachable
; NOT: call void @aw.assert

@text = private constant [2 x i8] c"t\00"

declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %sum = add i32 %x, %y
  %good = icmp ult i32 %sum, %n
  br i1 %good, label %go, label %bad
bad:
  call void @__assertfail(ptr @text, ptr @text, i32 7, ptr @text, i64 1)
  unreachable
go:
  %here = getelementptr i32, ptr %p, i32 %sum
  store i32 %x, ptr %here
  ret void
}
