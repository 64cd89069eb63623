; What whole gangs and some lanes come to is done twice (simd_unsink.c): for whole gangs, which come from a branch of the block, without
; masks, and for the others with them.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd16.full
; CHECK: = load <16 x i32>, ptr
; CHECK: define internal void @k.simd16.rows
; COUNT 3: @llvm.masked.load.v16i32.p0(ptr %

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %tile = mul i32 %block, 256
  %left = sub i32 %n, %tile
  %all = icmp sge i32 %left, 256
  br i1 %all, label %whole, label %part
whole:
  %i = add i32 %tile, %x
  br label %meet
part:
  %odd = and i32 %x, 5
  %some = icmp eq i32 %odd, 5
  br i1 %some, label %few, label %end
few:
  %j = add i32 %x, 1000
  br label %meet
meet:
  %at = phi i32 [ %i, %whole ], [ %j, %few ]
  %here = getelementptr i32, ptr %p, i32 %at
  %v = load i32, ptr %here
  %w = mul i32 %v, %at
  store i32 %w, ptr %here
  br label %end
end:
  ret void
}
