; Kernels and what the host can name are kept with all they reach; the rest goes.
;
; PASSES: collect_program
; CHECK: @visible = addrspace(1) global i32 1
; CHECK: define void @k()
; CHECK: define internal void @used()
; NOT: @unused
; NOT: @table
; NOT: @llvm.compiler.used

@visible = linkonce_odr addrspace(1) global i32 1
@table = internal addrspace(4) global [4 x i32] zeroinitializer
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @table to ptr)], section "llvm.metadata"

define void @k() {
  call void @used()
  ret void
}

define linkonce_odr void @used() {
  ret void
}

define void @unused() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 128}
