; What is gathered along x alone is the same for all rows of a block, so the loop over y is the inner one; not where gathers depend on y,
; too.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; FORM: m.full 8 1
; CHECK: void @k.full
; CHECK: %gang.x = phi i32 [ 0,
; CHECK: %gang.y = phi i32 [ 0,
; CHECK: void @m.full
; CHECK: %gang.y = phi i32 [ 0,
; CHECK: %gang.x = phi i32 [ 0,

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)

define ptx_kernel void @k(ptr %tile, ptr %out) {
  ret void
}

define ptx_kernel void @m(ptr %tile, ptr %out) {
  ret void
}

define void @k.full(ptr %tile, ptr %out) {
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %column = getelementptr [17 x i32], ptr %tile, i32 %x
  %lanes = getelementptr i8, ptr %column, <8 x i64> <i64 0, i64 68, i64 136, i64 204, i64 272, i64 340, i64 408, i64 476>
  %next = getelementptr i8, ptr %column, <8 x i64> <i64 4, i64 72, i64 140, i64 208, i64 276, i64 344, i64 412, i64 480>
  %a = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %lanes, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x i32> poison)
  %b = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %next, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x i32> poison)
  %sum = add <8 x i32> %a, %b
  %row = shl i32 %y, 6
  %place = add i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %place
  store <8 x i32> %sum, ptr %at, align 4
  ret void
}

define void @m.full(ptr %tile, ptr %out) {
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %both = add i32 %x, %y
  %column = getelementptr [17 x i32], ptr %tile, i32 %both
  %lanes = getelementptr i8, ptr %column, <8 x i64> <i64 0, i64 68, i64 136, i64 204, i64 272, i64 340, i64 408, i64 476>
  %a = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %lanes, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x i32> poison)
  %row = shl i32 %y, 6
  %place = add i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %place
  store <8 x i32> %a, ptr %at, align 4
  ret void
}
