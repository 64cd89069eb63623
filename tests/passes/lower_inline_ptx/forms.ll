; Registers become values, instructions LLVM's, a vector that others may write one access, and what waits the intrinsics that clang makes.
;
; PASSES: lower_inline_ptx llvm:sroa
; CHECK: define ptx_kernel void @plain
; CHECK: add i32 %x, 1
; CHECK: store i32 %1
; CHECK: define ptx_kernel void @guarded
; CHECK: br i1
; CHECK: phi i32 [ 7,
; CHECK: define ptx_kernel void @tied
; CHECK: fadd float %2, 2.000000e+00
; CHECK: define ptx_kernel void @pair
; CHECK: load atomic i64, ptr
; CHECK: define ptx_kernel void @waits
; CHECK: call void @llvm.nvvm.barrier.sync(i32 0)
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 -1, i32 %x, i32 3, i32 31)
; CHECK: fence seq_cst
; NOT: asm

define ptx_kernel void @plain(i32 %x, ptr %p) {
  %sum = call i32 asm "{ /* a comment */ .reg .u32 t; add.u32 t, $1, 1; // another\0A mov.u32 $0, t; }", "=r,r"(i32 %x)
  store i32 %sum, ptr %p
  ret void
}

define ptx_kernel void @guarded(i32 %x, ptr %p) {
  %r = call i32 asm ".reg .pred p; mov.u32 $0, 5; setp.ne.s32 p, $1, 0; @p mov.u32 $0, 7;", "=r,r"(i32 %x)
  store i32 %r, ptr %p
  ret void
}

define ptx_kernel void @tied(float %f, ptr %p) {
  %r = call float asm "add.f32 $0, $0, 0f40000000;", "=f,0"(float %f)
  store float %r, ptr %p
  ret void
}

define ptx_kernel void @pair(ptr %p) {
  %r = call { i32, i32 } asm sideeffect "ld.relaxed.gpu.global.v2.u32 {$0, $1}, [$2+8];", "=r,=r,l"(ptr %p)
  %a = extractvalue { i32, i32 } %r, 1
  store i32 %a, ptr %p
  ret void
}

define ptx_kernel void @waits(i32 %x, ptr %p) {
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  %r = call i32 asm sideeffect "shfl.sync.idx.b32 $0, $1, 3, 31, -1;", "=r,r"(i32 %x)
  call void asm sideeffect "membar.gl;", "~{memory}"()
  store i32 %r, ptr %p
  ret void
}
