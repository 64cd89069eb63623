; Where masks have registers of their own, masked stores stay.
;
; TARGET: x86-64-v4
; PASSES: masked_stores
; COUNT 1: call void @llvm.masked.store
; NOT: br i1

@aw.slow = internal global i32 0

define void @some(ptr %p, <16 x float> %value, <16 x i1> %mask) {
  tail call void @llvm.masked.store.v16f32.p0(<16 x float> %value, ptr %p, i32 4, <16 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x i1>)
