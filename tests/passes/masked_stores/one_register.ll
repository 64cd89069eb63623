; A masked store of one register asks whether any lane is on, and whether all are, where the device says that it is slow.
;
; TARGET: x86-64-v3
; PASSES: masked_stores
; CHECK: load i32, ptr @aw.slow
; CHECK: label %store.once, label %store.asked
; CHECK: icmp eq i8 %3, 0
; CHECK: , label %store.any
; CHECK: icmp eq i8 %5, -1
; CHECK: label %store.all, label %store.few
; CHECK: store.few:
; CHECK: br label %store.once
; COUNT 1: call void @llvm.masked.store
; COUNT 1: store <8 x float> %value, ptr %p, align 4

@aw.slow = internal global i32 0

define void @some(ptr %p, <8 x float> %value, <8 x i1> %mask) {
  tail call void @llvm.masked.store.v8f32.p0(<8 x float> %value, ptr %p, i32 4, <8 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)
