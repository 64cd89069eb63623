; Loads of a tile's pieces, a block's threads apart, ask for the lines of a later tile in their order (prefetch_tile.c): of two pieces
; each gang for two lines, from twice its place on, four tiles ahead.  @measured: of tiles whose size only the launch knows.  Not where
; pieces aren't all of a tile (@gaps), or are one (@row).
;
; TARGET: x86-64-v4
; PASSES: gang_loops
; FORM: k.pieces 16 1
; FORM: k.measured 16 1
; FORM: k.gaps 16 1
; FORM: k.row 16 1
; CHECK: void @k.pieces
; CHECK: , 8192
; CHECK: , i32 0, i32 3, i32 1)
; CHECK: void @k.measured
; CHECK: , 32
; CHECK: call void @llvm.prefetch.p0(
; COUNT 4: call void @llvm.prefetch

declare i32 @aw.gang.x() memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.pieces(ptr %in, ptr %out, i64 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide = zext i32 %block to i64
  %tile = shl i64 %wide, 9
  %left = sub i64 %n, %tile
  %whole = icmp sgt i64 %left, 511
  br i1 %whole, label %all, label %end
all:
  %first = zext i32 %x to i64
  %i = add i64 %tile, %first
  %a = getelementptr float, ptr %in, i64 %i
  %v = load <16 x float>, ptr %a
  %c = getelementptr float, ptr %out, i64 %i
  store <16 x float> %v, ptr %c
  %further = add i32 %x, 256
  %lane = and i32 %further, -16
  %second = zext i32 %lane to i64
  %j = add i64 %tile, %second
  %b = getelementptr float, ptr %in, i64 %j
  %w = load <16 x float>, ptr %b
  %d = getelementptr float, ptr %out, i64 %j
  store <16 x float> %w, ptr %d
  br label %end
end:
  ret void
}

define void @k.measured(ptr %in, ptr %out) {
  %x = call i32 @aw.gang.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %two = shl i32 %threads, 1
  %tile = mul i32 %block, %two
  %i = add i32 %tile, %x
  %wide = sext i32 %i to i64
  %a = getelementptr float, ptr %in, i64 %wide
  %v = load <16 x float>, ptr %a
  %j = add i32 %i, %threads
  %further = sext i32 %j to i64
  %b = getelementptr float, ptr %in, i64 %further
  %w = load <16 x float>, ptr %b
  %sum = fadd <16 x float> %v, %w
  %c = getelementptr float, ptr %out, i64 %wide
  store <16 x float> %sum, ptr %c
  ret void
}

define void @k.gaps(ptr %in, ptr %out) {
  %x = call i32 @aw.gang.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %tile = mul i32 %block, 1024
  %i = add i32 %tile, %x
  %wide = sext i32 %i to i64
  %a = getelementptr float, ptr %in, i64 %wide
  %v = load <16 x float>, ptr %a
  %b = getelementptr float, ptr %a, i64 256
  %w = load <16 x float>, ptr %b
  %sum = fadd <16 x float> %v, %w
  %c = getelementptr float, ptr %out, i64 %wide
  store <16 x float> %sum, ptr %c
  ret void
}

define void @k.row(ptr %in, ptr %out) {
  %x = call i32 @aw.gang.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %tile = mul i32 %block, 256
  %i = add i32 %tile, %x
  %wide = sext i32 %i to i64
  %a = getelementptr float, ptr %in, i64 %wide
  %v = load <16 x float>, ptr %a
  %c = getelementptr float, ptr %out, i64 %wide
  store <16 x float> %v, ptr %c
  ret void
}
