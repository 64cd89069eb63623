; Loops that stay one: what they carry has room in registers; they store; or all that they carry hangs together.
;
; TARGET: x86-64-v3
; PASSES: split_sums
; CHECK: define <16 x float> @few
; CHECK: define <16 x float> @stores
; CHECK: define <16 x float> @chain
; COUNT 3: phi i64 [ 0,

define <16 x float> @few(ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %pa = getelementptr <16 x float>, ptr %a, i64 %k
  %u = load <16 x float>, ptr %pa
  %t0 = fadd <16 x float> %s0, %u
  %t1 = fmul <16 x float> %s1, %u
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done
done:
  %r = fadd <16 x float> %t0, %t1
  ret <16 x float> %r
}

define <16 x float> @stores(ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <64 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <64 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %pa = getelementptr <64 x float>, ptr %a, i64 %k
  %u = load <64 x float>, ptr %pa
  %t0 = fadd <64 x float> %s0, %u
  %t1 = fmul <64 x float> %s1, %u
  store <64 x float> %u, ptr %a
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done
done:
  %p = shufflevector <64 x float> %t0, <64 x float> %t1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71>
  ret <16 x float> %p
}

define <16 x float> @chain(ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <64 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <64 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %pa = getelementptr <64 x float>, ptr %a, i64 %k
  %u = load <64 x float>, ptr %pa
  %t0 = fadd <64 x float> %s0, %u
  %t1 = fmul <64 x float> %s1, %t0
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done
done:
  %p = shufflevector <64 x float> %t0, <64 x float> %t1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71>
  ret <16 x float> %p
}
