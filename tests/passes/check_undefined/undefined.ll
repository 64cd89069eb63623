; What is used and defined nowhere is told; what the compiler provides, dynamic shared memory and what nothing uses
; are no errors.
;
; PASSES: check_undefined
; ERROR: Unresolved extern function '_Z7missingi'
; ERROR: Unresolved extern variable 'absent'

@absent = external addrspace(1) global i32
@dynamic = external addrspace(3) global [0 x i32]
@unused = external addrspace(1) global i32

declare i32 @_Z7missingi(i32)
declare ptr @malloc(i64)
declare void @idle()

define void @k() {
  %a = call i32 @_Z7missingi(i32 1)
  %b = call ptr @malloc(i64 8)
  store i32 %a, ptr addrspacecast (ptr addrspace(1) @absent to ptr)
  store i32 %a, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
  ret void
}
