; Variables become plain globals, also where others point to them; a managed one is reached by its pointer.  What kernels may change is no
; less than gangs load at once.
;
; PASSES: collect_program lower_variables
; CHECK: @counter = internal externally_initialized global { i32, [252 x i8] } { i32 5,
; CHECK: @coefficients = internal externally_initialized global [2 x float]
; CHECK: @pointer = internal global { ptr, [248 x i8] } { ptr @counter,
; CHECK: @everywhere = internal externally_initialized global { i32, [252 x i8] } { i32 7,
; CHECK: @aw.managed = internal externally_initialized global ptr @everywhere
; CHECK: %managed = load ptr, ptr @aw.managed
; CHECK: store i32 1, ptr @counter

@counter = addrspace(1) externally_initialized global i32 5
@coefficients = addrspace(4) externally_initialized global [2 x float] zeroinitializer
@pointer = addrspace(1) global ptr addrspacecast (ptr addrspace(1) @counter to ptr)
@everywhere = addrspace(1) externally_initialized global i32 7
@word = private constant [11 x i8] c"aw.managed\00"
@file = private constant [5 x i8] c"a.cu\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @everywhere to ptr), ptr @word, ptr @file, i32 6, ptr null }], section "llvm.metadata"

define void @k() {
  store i32 1, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  store i32 2, ptr addrspacecast (ptr addrspace(1) @everywhere to ptr)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
