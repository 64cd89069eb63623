; A gang's own loop that leaps from row to row by a distance that only the launch knows asks for a row eight turns before it comes to it;
; one whose rows are a known distance apart doesn't.
;
; TARGET: x86-64-v4
; PASSES: gang_loops
; FORM: k.lists 16 1
; FORM: k.rows 16 1
; CHECK: void @k.lists
; CHECK: = add i32 %turn, 8
; CHECK: = mul i32
; CHECK: call void @llvm.prefetch.p0(
; CHECK: void @k.rows
; COUNT 1: call void @llvm.prefetch

declare i32 @aw.gang.x() memory(none)
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, i32, <16 x i1>, <16 x i32>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.lists(ptr %lists, ptr %counts, i32 %count, ptr %out) {
entry:
  %x = call i32 @aw.gang.x()
  %own = getelementptr i32, ptr %counts, i32 %x
  %mine = load <16 x i32>, ptr %own
  %any = icmp ne <16 x i32> %mine, zeroinitializer
  br label %loop
loop:
  %mask = phi <16 x i1> [ %any, %entry ], [ %again, %loop ]
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = mul i32 %turn, %count
  %at = add i32 %row, %x
  %wide = sext i32 %at to i64
  %place = getelementptr i32, ptr %lists, i64 %wide
  %entries = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %place, i32 4, <16 x i1> %mask, <16 x i32> zeroinitializer)
  %more = add <16 x i32> %sum, %entries
  %next = add i32 %turn, 1
  %left = insertelement <16 x i32> poison, i32 %next, i64 0
  %all = shufflevector <16 x i32> %left, <16 x i32> poison, <16 x i32> zeroinitializer
  %less = icmp slt <16 x i32> %all, %mine
  %again = and <16 x i1> %mask, %less
  %bits = bitcast <16 x i1> %again to i16
  %none = icmp eq i16 %bits, 0
  br i1 %none, label %done, label %loop
done:
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %more, ptr %to
  ret void
}

define void @k.rows(ptr %lists, ptr %counts, i32 %count, ptr %out) {
entry:
  %x = call i32 @aw.gang.x()
  %own = getelementptr i32, ptr %counts, i32 %x
  %mine = load <16 x i32>, ptr %own
  %any = icmp ne <16 x i32> %mine, zeroinitializer
  br label %loop
loop:
  %mask = phi <16 x i1> [ %any, %entry ], [ %again, %loop ]
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = mul i32 %turn, 64
  %at = add i32 %row, %x
  %wide = sext i32 %at to i64
  %place = getelementptr i32, ptr %lists, i64 %wide
  %entries = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %place, i32 4, <16 x i1> %mask, <16 x i32> zeroinitializer)
  %more = add <16 x i32> %sum, %entries
  %next = add i32 %turn, 1
  %left = insertelement <16 x i32> poison, i32 %next, i64 0
  %all = shufflevector <16 x i32> %left, <16 x i32> poison, <16 x i32> zeroinitializer
  %less = icmp slt <16 x i32> %all, %mine
  %again = and <16 x i1> %mask, %less
  %bits = bitcast <16 x i1> %again to i16
  %none = icmp eq i16 %bits, 0
  br i1 %none, label %done, label %loop
done:
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %more, ptr %to
  ret void
}
