; A kernel that can come to a tile's barrier, here by way of a function, clears the turns behind its allocas; another doesn't.
;
; PASSES: collect_program tile_counters
; CHECK: %a = alloca i32, align 4
; CHECK: store i32 0, ptr addrspace(3)
; COUNT 1: store i32 0, ptr addrspace(3)
; COUNT 1: call void @llvm.nvvm.barrier0

@__aw_tile_turns = internal addrspace(3) global [16 x i32] undef

define internal void @__aw_tile_sync(i32 %tile, i32 %threads) noinline {
  %p = getelementptr [16 x i32], ptr addrspace(3) @__aw_tile_turns, i32 0, i32 %tile
  store volatile i32 %threads, ptr addrspace(3) %p
  ret void
}

define internal void @between(i32 %tile) noinline {
  call void @__aw_tile_sync(i32 %tile, i32 64)
  ret void
}

define void @tiles(i32 %tile) {
  %a = alloca i32
  call void @between(i32 %tile)
  ret void
}

define void @plain(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @tiles, !"kernel", i32 1}
!1 = !{ptr @plain, !"kernel", i32 1}
