; Parameters that are __grid_constant__ are told in metadata (tests/awcc/grid_constants.sh sees what comes of it), and no annotation stays.
;
; PASSES: collect_program grid_constants
; CHECK: define ptx_kernel void @k(ptr byval([128 x i8]) %map, i32 %n, ptr byval(i64) %other, ptr byval(i64) %last)
; CHECK: !nvvm.annotations = !{
; NOT: llvm.var.annotation

@text = private unnamed_addr constant [17 x i8] c"aw.grid_constant\00", section "llvm.metadata"
@else = private unnamed_addr constant [11 x i8] c"aw.nothing\00", section "llvm.metadata"
@file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

define ptx_kernel void @k(ptr byval([128 x i8]) %map, i32 %n, ptr byval(i64) %other, ptr byval(i64) %last) {
  %1 = alloca i32
  call void @llvm.var.annotation.p0.p0(ptr %map, ptr @text, ptr @file, i32 3, ptr null)
  store i32 %n, ptr %1
  call void @llvm.var.annotation.p0.p0(ptr %1, ptr @text, ptr @file, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %other, ptr @else, ptr @file, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %last, ptr @text, ptr @file, i32 3, ptr null)
  ret void
}
