; A turn of a tree: only threads whose x is below an end store.  Gangs whose lanes all do so have no mask, one keeps it, the others
; don't come by.  What all threads store, or what is used behind the region, leaves all of them in.
;
; PASSES: gang_loops llvm:function(simplifycfg,instcombine<no-verify-fixpoint>)
; FORM: k.full 16 1
; FORM: all.full 16 1
; CHECK: define void @k.full
; CHECK: %end = load i32
; CHECK: icmp slt i32
; CHECK: store <16 x float>
; CHECK: call void @llvm.masked.store
; CHECK: define void @all.full
; CHECK: call void @llvm.masked.store
; COUNT 2: call void @llvm.masked.store

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, i32, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x i1>)

define ptx_kernel void @k(ptr %row) {
  ret void
}

define void @k.full(ptr %row, ptr %from) {
entry:
  %end = load i32, ptr %from
  call void @llvm.nvvm.barrier0()
  %x = call i32 @aw.gang.x()
  %one = insertelement <16 x i32> poison, i32 %x, i64 0
  %first = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  %lanes = or disjoint <16 x i32> %first, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %e = insertelement <16 x i32> poison, i32 %end, i64 0
  %ends = shufflevector <16 x i32> %e, <16 x i32> poison, <16 x i32> zeroinitializer
  %mask = icmp slt <16 x i32> %lanes, %ends
  %at = getelementptr float, ptr %row, i32 %x
  %old = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %at, i32 4, <16 x i1> %mask, <16 x float> poison)
  %new = fadd <16 x float> %old, %old
  call void @llvm.masked.store.v16f32.p0(<16 x float> %new, ptr %at, i32 4, <16 x i1> %mask)
  call void @llvm.nvvm.barrier0()
  ret void
}

define ptx_kernel void @all(ptr %row) {
  ret void
}

define void @all.full(ptr %row, ptr %from, ptr %other) {
entry:
  %end = load i32, ptr %from
  call void @llvm.nvvm.barrier0()
  %x = call i32 @aw.gang.x()
  %one = insertelement <16 x i32> poison, i32 %x, i64 0
  %first = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  %lanes = or disjoint <16 x i32> %first, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %e = insertelement <16 x i32> poison, i32 %end, i64 0
  %ends = shufflevector <16 x i32> %e, <16 x i32> poison, <16 x i32> zeroinitializer
  %mask = icmp slt <16 x i32> %lanes, %ends
  %at = getelementptr float, ptr %row, i32 %x
  %old = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %at, i32 4, <16 x i1> %mask, <16 x float> poison)
  %new = fadd <16 x float> %old, %old
  call void @llvm.masked.store.v16f32.p0(<16 x float> %new, ptr %at, i32 4, <16 x i1> %mask)
  %there = getelementptr i32, ptr %other, i32 %x
  store <16 x i32> %lanes, ptr %there
  call void @llvm.nvvm.barrier0()
  ret void
}
