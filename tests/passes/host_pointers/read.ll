; A pointer from a variable that is only read is one to global memory; not where the module writes, or the first value is a constant's.
;
; PASSES: collect_program host_pointers
; CHECK: addrspacecast ptr %p to ptr addrspace(1)
; COUNT 1: = addrspacecast

%parameters = type { i32, ptr }
@constant = addrspace(4) externally_initialized global i32 7
@given = addrspace(4) externally_initialized global %parameters zeroinitializer
@written = addrspace(1) externally_initialized global ptr null
@points = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(4) @constant to ptr)

define void @k(ptr %other) {
  %p = load ptr, ptr addrspace(4) getelementptr (%parameters, ptr addrspace(4) @given, i32 0, i32 1)
  %x = load i32, ptr %p
  %q = load ptr, ptr addrspace(1) @written
  %y = load i32, ptr %q
  store ptr %other, ptr addrspace(1) @written
  %r = load ptr, ptr addrspace(1) @points
  %z = load i32, ptr %r
  %o = load i32, ptr %other
  %s = add i32 %x, %y
  %t = add i32 %s, %z
  %u = add i32 %t, %o
  store i32 %u, ptr %other
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
