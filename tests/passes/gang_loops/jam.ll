; A region with a loop that all gangs run alike does several rows of gangs in a turn: what they share is loaded once.  The
; rest of the rows has code of its own.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; CHECK: = and i32 %1, -4
; COUNT 2: load <16 x float>, ptr %column
; COUNT 5: load float, ptr %
; COUNT 5: = call <16 x float> @llvm.fma.v16f32(

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %a, ptr %b, ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %row = mul i32 %y, 64
  br label %turn
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
  %v = load <16 x float>, ptr %column
  %product = fmul <16 x float> %v, %v
  %more = call <16 x float> @llvm.fma.v16f32(<16 x float> %all, <16 x float> %product, <16 x float> %sum)
  %twice = fadd <16 x float> %more, %more
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %done
done:
  %place = add i32 %row, %x
  %to = getelementptr float, ptr %out, i32 %place
  store <16 x float> %twice, ptr %to
  ret void
}
