; Memory that lanes add to: indices of 32 bits come out of their vector in pairs, each pair once; other addresses go through an
; instruction of integers.  What is stored where something else was loaded stays as it is.
;
; TARGET: x86-64-v4
; PASSES: lane_updates
; CHECK: define void @counts(
; CHECK: extractelement <2 x i64>
; CHECK: call i64 asm
; CHECK: lshr i64
; CHECK: getelementptr [256 x [4 x i32]], ptr %p, i64 0, i64 %
; CHECK: add i32
; CHECK: getelementptr [256 x [4 x i32]], ptr %p, i64 0, i64 %
; CHECK: define void @scalars(
; CHECK: call i64 asm
; CHECK: getelementptr float, ptr %p, i64
; CHECK: fadd float
; CHECK: define void @pointers(
; CHECK: getelementptr i8, ptr %a0, i64 1
; CHECK: call ptr asm
; CHECK: define void @copies(
; CHECK: store i32 %x, ptr %b0
; COUNT 2: call i64 asm
; COUNT 1: call ptr asm

define void @counts(ptr %p, <4 x i32> %n) {
  %wide = zext <4 x i32> %n to <4 x i64>
  %places = getelementptr [256 x [4 x i32]], ptr %p, i64 0, <4 x i64> %wide, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %a0 = extractelement <4 x ptr> %places, i64 0
  %x0 = load i32, ptr %a0
  %y0 = add i32 %x0, 1
  store i32 %y0, ptr %a0
  %a1 = extractelement <4 x ptr> %places, i64 1
  %x1 = load i32, ptr %a1
  %y1 = add i32 %x1, 1
  store i32 %y1, ptr %a1
  ret void
}

define void @scalars(ptr %p, <4 x i32> %n, float %v) {
  %n2 = extractelement <4 x i32> %n, i64 2
  %wide = sext i32 %n2 to i64
  %a = getelementptr float, ptr %p, i64 %wide
  %x = load float, ptr %a
  %y = fadd float %x, %v
  store float %y, ptr %a
  ret void
}

define void @pointers(<4 x ptr> %places) {
  %a0 = extractelement <4 x ptr> %places, i64 0
  %x0 = load i32, ptr %a0
  %y0 = or i32 %x0, 1
  store i32 %y0, ptr %a0
  ret void
}

define void @copies(<4 x ptr> %from, <4 x ptr> %to) {
  %a0 = extractelement <4 x ptr> %from, i64 0
  %b0 = extractelement <4 x ptr> %to, i64 0
  %x = load i32, ptr %a0
  store i32 %x, ptr %b0
  ret void
}
