; Where the ways of rows that may lie outside of the matrix and those of two kinds of stores meet in one block, gangs go side by side
; all the same.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; COUNT 5: = call <16 x float> @llvm.fma.v16f32(

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare i1 @aw.past(i32, i32, i32)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, i32, <16 x i1>, <16 x float>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %a, ptr %b, ptr %out, i32 %n, i32 %rows) {
entry:
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %row = mul i32 %y, 64
  %inside = icmp slt i32 %y, %rows
  %one.lane = insertelement <16 x i1> poison, i1 %inside, i64 0
  %mask = shufflevector <16 x i1> %one.lane, <16 x i1> poison, <16 x i32> zeroinitializer
  br i1 %inside, label %turn, label %done
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %more, %turn ]
  %i = add i32 %k, %row
  %at = getelementptr float, ptr %a, i32 %i
  %one = load float, ptr %at
  %lane = insertelement <16 x float> poison, float %one, i64 0
  %all = shufflevector <16 x float> %lane, <16 x float> poison, <16 x i32> zeroinitializer
  %line = mul i32 %k, 64
  %c = add i32 %line, %x
  %column = getelementptr float, ptr %b, i32 %c
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %column, i32 4, <16 x i1> %mask, <16 x float> zeroinitializer)
  %product = fmul <16 x float> %v, %v
  %more = call <16 x float> @llvm.fma.v16f32(<16 x float> %all, <16 x float> %product, <16 x float> %sum)
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %store
store:
  %place = add i32 %row, %x
  %to = getelementptr float, ptr %out, i32 %place
  %past = call i1 @aw.past(i32 0, i32 4, i32 64)
  br i1 %past, label %late, label %plain
late:
  store <16 x float> %more, ptr %to, align 64, !nontemporal !0
  br label %done
plain:
  store <16 x float> %more, ptr %to
  br label %done
done:
  ret void
}

!0 = !{i32 1}
