; More static shared memory than a block can have is told with the kernel; an address of shared memory is no
; constant.
;
; PASSES: collect_program lower_shared
; ERROR: the address of tile is no constant on this target
; ERROR: Entry function 'k' uses too much shared data (0x13880 bytes, 0xc000 max)

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@large = internal addrspace(3) global [20000 x float] undef, align 4
@tile = internal addrspace(3) global i32 undef, align 4
@pointer = addrspace(1) global ptr addrspacecast (ptr addrspace(3) @tile to ptr)

define void @k() {
  store i32 1, ptr addrspacecast (ptr addrspace(3) @large to ptr)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
