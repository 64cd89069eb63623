; Parameters that are __grid_constant__ are told in metadata (tests/awcc/grid_constants.sh sees what comes of it) and kept in place, and no
; annotation stays.  A number whose address goes elsewhere is passed in memory.
;
; PASSES: collect_program grid_constants
; CHECK: define ptx_kernel void @k(ptr byval([128 x i8]) "aw.in_place" %map, i32 %n, ptr byval(i64) %other, ptr byval(i64) "aw.in_place" %last)
; CHECK: load i32, ptr %1
; CHECK: define ptx_kernel void @numbers(ptr byval(i8) align 1 "aw.in_place" %flag, i32 zeroext %plain, ptr byval([128 x i8]) "aw.in_place" %map, ptr byval(float) align 4 "aw.in_place" %real)
; CHECK: call void @seen(ptr %flag)
; CHECK: call void @seen(ptr %1)
; CHECK: call void @seen(ptr %real)
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
  %2 = load i32, ptr %1
  call void @llvm.var.annotation.p0.p0(ptr %other, ptr @else, ptr @file, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %last, ptr @text, ptr @file, i32 3, ptr null)
  ret void
}

declare void @seen(ptr)

define ptx_kernel void @numbers(i1 zeroext %flag, i32 zeroext %plain, ptr byval([128 x i8]) %map, float noundef %real) {
  %1 = alloca i8, align 1
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  %4 = zext i1 %flag to i8
  store i8 %4, ptr %1, align 1
  call void @llvm.var.annotation.p0.p0(ptr %1, ptr @text, ptr @file, i32 3, ptr null)
  store i32 %plain, ptr %2, align 4
  call void @llvm.var.annotation.p0.p0(ptr %map, ptr @text, ptr @file, i32 3, ptr null)
  store float %real, ptr %3, align 4
  call void @llvm.var.annotation.p0.p0(ptr %3, ptr @text, ptr @file, i32 3, ptr null)
  call void @seen(ptr %1)
  call void @seen(ptr %2)
  call void @seen(ptr %3)
  ret void
}
