; A managed variable is reached through its pointer, which begins as its own address.
;
; PASSES: collect_program managed_pointers
; CHECK: @x = addrspace(1) externally_initialized global i32 7
; CHECK: @__aw_managed_x = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @x to ptr)
; CHECK: %managed = load ptr, ptr addrspace(1) @__aw_managed_x

@.mark = private unnamed_addr constant [11 x i8] c"aw.managed\00", section "llvm.metadata"
@.file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@x = addrspace(1) externally_initialized global i32 7
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @x to ptr), ptr @.mark, ptr @.file, i32 1, ptr null }], section "llvm.metadata"

define ptx_kernel void @k() {
  %v = load i32, ptr addrspace(1) @x
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) @x
  ret void
}
