; Vectors of a scalar that can't be computed again, one that was loaded and one that was frozen as a vector: what lies in arrays from one
; region to the next are the scalars.
;
; PASSES: gang_loops llvm:function(simplifycfg)
; FORM: k.full 8 1
; COUNT 1: alloca [128 x { i64, i32 }]
; NOT: freeze <8
; CHECK: define void @k.full
; CHECK: freeze i32
; CHECK: store <8 x i32>

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, ptr %s, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %p = getelementptr i32, ptr %out, i32 %x
  %wide = load i64, ptr %p
  %index = mul nsw i32 %x, %n
  %index.0 = insertelement <8 x i32> poison, i32 %index, i64 0
  %index.s = shufflevector <8 x i32> %index.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %index.f = freeze <8 x i32> %index.s
  %places = add <8 x i32> %index.f, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %wide.0 = insertelement <8 x i64> poison, i64 %wide, i64 0
  %wide.s = shufflevector <8 x i64> %wide.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %narrow = trunc <8 x i64> %wide.s to <8 x i32>
  store <8 x i32> %narrow, ptr %p
  store <8 x i32> %places, ptr %s
  call void @llvm.nvvm.barrier0()
  %sum = add <8 x i32> %places, %narrow
  store <8 x i32> %sum, ptr %p
  ret void
}
