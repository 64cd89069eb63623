; What gangs of a turn store goes past the caches where it lies so: the loop before has them side by side all the same, and behind it
; each chooses its way for itself.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; COUNT 3: = call <16 x float> @llvm.fma.v16f32(
; CHECK: call i1 @aw.past(
; COUNT 3: !nontemporal
; COUNT 6: store <16 x float>

declare i32 @aw.gang.x()
declare i1 @aw.past(i32, i32, i32)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %f = uitofp i32 %x to float
  %lane = insertelement <16 x float> poison, float %f, i64 0
  %all = shufflevector <16 x float> %lane, <16 x float> poison, <16 x i32> zeroinitializer
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %more, %turn ]
  %product = fmul <16 x float> %sum, %sum
  %more = call <16 x float> @llvm.fma.v16f32(<16 x float> %all, <16 x float> %product, <16 x float> %sum)
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %store
store:
  %to = getelementptr float, ptr %out, i32 %x
  %past = call i1 @aw.past(i32 0, i32 4, i32 64)
  br i1 %past, label %late, label %plain
late:
  %number = ptrtoint ptr %to to i64
  %low = and i64 %number, 63
  %whole = icmp eq i64 %low, 0
  br i1 %whole, label %beyond, label %plain
beyond:
  store <16 x float> %more, ptr %to, align 64, !nontemporal !0
  br label %done
plain:
  store <16 x float> %more, ptr %to, align 4
  br label %done
done:
  ret void
}

!0 = !{i32 1}
