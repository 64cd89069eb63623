; What the lanes of a gang gather from at most sixteen places, which are the same for all gangs, is kept for the next ones: those that nobody
; asked for before are gathered by their numbers.  Not so where the numbers have no such bound (@wide), where the gang has written something
; (@behind), where the places differ from gang to gang (@moving), in a loop (@turns), and beside one that all gangs go through alike
; (@beside).
;
; TARGET: x86-64-v4
; PASSES: gang_loops
; FORM: k.full 16 1
; FORM: k.wide 16 1
; FORM: k.behind 16 1
; FORM: k.moving 16 1
; FORM: k.turns 16 1
; FORM: k.beside 16 1
; CHECK: void @k.full
; CHECK: %kept = alloca <16 x i32>, align 64
; CHECK: store <16 x i32> zeroinitializer, ptr %kept
; CHECK: store i32 0, ptr %have
; CHECK: lshr <16 x i32>
; CHECK: call i1 @llvm.vector.reduce.and.v16i1
; CHECK: call i32 @llvm.vector.reduce.or.v16i32
; CHECK: mul <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0
; CHECK: store <16 x i32>
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512
; CHECK: void @k.wide
; COUNT 1: alloca <16 x i32>
; COUNT 1: call i32 @llvm.vector.reduce.or

declare i32 @aw.gang.x() memory(none)
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x i32>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %keys, ptr %places, i32 %stride, ptr %out) {
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  %one = insertelement <16 x i32> poison, i32 %stride, i64 0
  %all = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  %index = mul nsw <16 x i32> %digit, %all
  %wide = sext <16 x i32> %index to <16 x i64>
  %at = getelementptr i32, ptr %places, <16 x i64> %wide
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %place, ptr %to
  ret void
}

define void @k.wide(ptr %keys, ptr %places, i32 %stride, ptr %out) {
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 16>
  %at = getelementptr i32, ptr %places, <16 x i32> %digit
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %place, ptr %to
  ret void
}

define void @k.behind(ptr %keys, ptr %places, i32 %stride, ptr %out) {
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  store <16 x i32> %digit, ptr %from
  %at = getelementptr i32, ptr %places, <16 x i32> %digit
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %place, ptr %to
  ret void
}

define void @k.moving(ptr %keys, ptr %places, i32 %stride, ptr %out) {
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  %base = getelementptr i32, ptr %places, i32 %x
  %at = getelementptr i32, ptr %base, <16 x i32> %digit
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %place, ptr %to
  ret void
}

define void @k.turns(ptr %keys, ptr %places, i32 %n, ptr %out) {
entry:
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %turn ]
  %base = getelementptr i32, ptr %places, i32 %k
  %at = getelementptr i32, ptr %base, <16 x i32> %digit
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  %more = add <16 x i32> %sum, %place
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %done
done:
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %more, ptr %to
  ret void
}

define void @k.beside(ptr %keys, ptr %places, i32 %n, ptr %out) {
entry:
  %x = call i32 @aw.gang.x()
  %from = getelementptr i32, ptr %keys, i32 %x
  %key = load <16 x i32>, ptr %from
  %digit = and <16 x i32> %key, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  %at = getelementptr i32, ptr %places, <16 x i32> %digit
  %place = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, <16 x i32> poison)
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %turn ]
  %more = mul <16 x i32> %sum, %place
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %done
done:
  %to = getelementptr i32, ptr %out, i32 %x
  store <16 x i32> %more, ptr %to
  ret void
}
