; A loop that carries eight sums of two registers each runs twice: sums that share the most stay together, the second
; loop begins where the one before ends, and what comes behind takes each sum from its own.
;
; TARGET: x86-64-v3
; PASSES: split_sums
; CHECK: define void @tile
; COUNT 2: phi i64 [ 0,
; COUNT 8: = phi <16 x float>
; COUNT 8: call <16 x float> @llvm.fma
; COUNT 1: call void @llvm.prefetch
; COUNT 8: store <16 x float>

declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define void @tile(ptr %a, ptr %b, ptr %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %loop ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %loop ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %loop ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %loop ]
  %pb = getelementptr <16 x float>, ptr %b, i64 %k
  call void @llvm.prefetch.p0(ptr %pb, i32 0, i32 3, i32 1)
  %v = load <16 x float>, ptr %pb
  %pa = getelementptr <16 x float>, ptr %a, i64 %k
  %u = load <16 x float>, ptr %pa
  %t0 = call <16 x float> @llvm.fma.v16f32(<16 x float> %u, <16 x float> %v, <16 x float> %s0)
  %t1 = call <16 x float> @llvm.fma.v16f32(<16 x float> %u, <16 x float> %u, <16 x float> %s1)
  %t2 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v, <16 x float> %v, <16 x float> %s2)
  %t3 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v, <16 x float> %u, <16 x float> %s3)
  %t4 = call <16 x float> @llvm.fma.v16f32(<16 x float> %u, <16 x float> %v, <16 x float> %s4)
  %t5 = call <16 x float> @llvm.fma.v16f32(<16 x float> %u, <16 x float> %u, <16 x float> %s5)
  %t6 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v, <16 x float> %v, <16 x float> %s6)
  %t7 = call <16 x float> @llvm.fma.v16f32(<16 x float> %v, <16 x float> %u, <16 x float> %s7)
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done
done:
  store <16 x float> %t0, ptr %out
  %o1 = getelementptr <16 x float>, ptr %out, i64 1
  store <16 x float> %t1, ptr %o1
  %o2 = getelementptr <16 x float>, ptr %out, i64 2
  store <16 x float> %t2, ptr %o2
  %o3 = getelementptr <16 x float>, ptr %out, i64 3
  store <16 x float> %t3, ptr %o3
  %o4 = getelementptr <16 x float>, ptr %out, i64 4
  store <16 x float> %t4, ptr %o4
  %o5 = getelementptr <16 x float>, ptr %out, i64 5
  store <16 x float> %t5, ptr %o5
  %o6 = getelementptr <16 x float>, ptr %out, i64 6
  store <16 x float> %t6, ptr %o6
  %o7 = getelementptr <16 x float>, ptr %out, i64 7
  store <16 x float> %t7, ptr %o7
  ret void
}
