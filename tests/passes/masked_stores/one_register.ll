; A masked store of one register asks whether any lane is on, and whether all are.
;
; TARGET: x86-64-v3
; PASSES: masked_stores
; CHECK: icmp eq i8 %1, 0
; CHECK: , label %store.any
; CHECK: icmp eq i8 %3, -1
; CHECK: label %store.all, label %store.few
; COUNT 1: call void @llvm.masked.store
; COUNT 1: store <8 x float> %value, ptr %p, align 4

define void @some(ptr %p, <8 x float> %value, <8 x i1> %mask) {
  tail call void @llvm.masked.store.v8f32.p0(<8 x float> %value, ptr %p, i32 4, <8 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)
