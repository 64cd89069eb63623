; The variable that holds a launched kernel's address is the module's own; one that holds another function's stays.
;
; PASSES: collect_program address_children
; CHECK: @kept = addrspace(1) externally_initialized constant ptr @other
; CHECK: @value = private addrspace(1) constant ptr @child

@kept = addrspace(1) externally_initialized constant ptr @other
@value = weak_odr addrspace(1) externally_initialized constant ptr @child

define void @other() {
  ret void
}

define ptx_kernel void @child() {
  ret void
}

define ptx_kernel void @parent(ptr %out) {
  %k = load ptr, ptr addrspace(1) @value
  %o = load ptr, ptr addrspace(1) @kept
  store ptr %k, ptr %out
  store ptr %o, ptr %out
  ret void
}
