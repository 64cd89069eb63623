; Calls get the thread before and, where threads can wait, the site behind their arguments; pairs are stored; what
; LLVM has instructions for becomes those.
;
; PASSES: thread_argument lower_intrinsics
; CHECK: define ptx_kernel void @k(ptr noundef nonnull %thread
; CHECK: %1 = alloca i8
; CHECK: call i32 @aw_cpu_tid_x(ptr %thread)
; CHECK: call void @aw_cpu_barrier0(ptr %thread, ptr @place)
; CHECK: call i32 @aw_cpu_match_all_sync_i32p(ptr %thread, i32 -1, i32 %2, ptr %1, ptr null)
; CHECK: load i8, ptr %1
; CHECK: call float @aw_cpu_add_rz_f(ptr %thread, float %x, float %x)
; CHECK: atomicrmw uinc_wrap ptr %p, i32 7 monotonic
; CHECK: cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
; CHECK: load float, ptr addrspace(1) %g, align 4, !invariant.load
; NOT: call i32 @llvm.nvvm

@place = private constant i32 0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare float @llvm.nvvm.add.rz.f(float, float)
declare i32 @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.cas.gen.i.sys.i32.p0(ptr, i32, i32)
declare float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1), i32)

define ptx_kernel void @k(ptr %p, ptr addrspace(1) %g, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0(), !aw.site !0
  %pair = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %t)
  %all = extractvalue { i32, i1 } %pair, 1
  %sum = call float @llvm.nvvm.add.rz.f(float %x, float %x)
  %i = call i32 @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0(ptr %p, i32 7)
  %c = call i32 @llvm.nvvm.atomic.cas.gen.i.sys.i32.p0(ptr %p, i32 1, i32 2)
  %l = call float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1) %g, i32 4)
  store volatile float %l, ptr %p
  store volatile float %sum, ptr %p
  store volatile i1 %all, ptr %p
  ret void
}

!0 = !{ptr @place}
