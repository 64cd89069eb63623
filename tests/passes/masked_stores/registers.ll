; Two registers are one store; of four, of numbers of 64 bits, each is asked for itself where not all lanes are on.  What is aligned to
; more than a register is.
;
; TARGET: x86-64-v3
; PASSES: masked_stores
; COUNT 1: call void @llvm.masked.store.v16f32
; COUNT 1: call void @llvm.masked.store.v16i64
; COUNT 4: call void @llvm.masked.store.v4i64
; COUNT 2: , i32 32, <4 x i1>
; COUNT 4: label %store.some
; COUNT 1: store <16 x float> %value, ptr %p, align 64
; COUNT 1: store <16 x i64> %value, ptr %p, align 64

@aw.slow = internal global i32 0

define void @floats(ptr %p, <16 x float> %value, <16 x i1> %mask) {
  tail call void @llvm.masked.store.v16f32.p0(<16 x float> %value, ptr %p, i32 64, <16 x i1> %mask)
  ret void
}

define void @longs(ptr %p, <16 x i64> %value, <16 x i1> %mask) {
  tail call void @llvm.masked.store.v16i64.p0(<16 x i64> %value, ptr %p, i32 64, <16 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v16i64.p0(<16 x i64>, ptr, i32, <16 x i1>)
