; For PTX, warp operations without a mask take that of the active lanes; the others stay.
;
; PASSES: lower_legacy_warp
; CHECK: %1 = call i32 @llvm.nvvm.activemask()
; CHECK: %2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %1, i32 %x, i32 1, i32 31)
; CHECK: %4 = call i1 @llvm.nvvm.vote.all.sync(i32 %3, i1 %p)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)
; COUNT 2: call i32 @llvm.nvvm.activemask

declare i32 @llvm.nvvm.shfl.down.i32(i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i1 @llvm.nvvm.vote.all(i1)

define void @k(i32 %x, i1 %p) {
  %a = call i32 @llvm.nvvm.shfl.down.i32(i32 %x, i32 1, i32 31)
  %b = call i1 @llvm.nvvm.vote.all(i1 %p)
  %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)
  ret void
}
