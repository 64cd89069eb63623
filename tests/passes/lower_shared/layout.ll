; @both has one offset in the two kernels that reach it; @only of a third kernel overlaps it; extern arrays begin
; at the dynamic part.
;
; PASSES: lower_shared
; CHECK: define void @helper
; CHECK: %shared = call ptr @aw.shared()
; CHECK: getelementptr inbounds i8, ptr %shared, i64 0
; CHECK: define ptx_kernel void @first
; CHECK: getelementptr inbounds i8, ptr %shared, i64 400
; CHECK: define ptx_kernel void @second
; CHECK: call ptr @aw.dynamic_shared()
; CHECK: define ptx_kernel void @third
; CHECK: getelementptr inbounds i8, ptr %shared, i64 0
; NOT: addrspace(3) global

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@both = internal addrspace(3) global [100 x float] undef, align 4
@own = internal addrspace(3) global [4 x double] undef, align 16
@only = internal addrspace(3) global [8 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x float], align 4

define void @helper(i64 %i) {
  %p = getelementptr [100 x float], ptr addrspacecast (ptr addrspace(3) @both to ptr), i64 0, i64 %i
  store float 1.0, ptr %p
  ret void
}

define ptx_kernel void @first(i64 %i) {
  call void @helper(i64 %i)
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @own to ptr)
  ret void
}

define ptx_kernel void @second(i64 %i) {
  call void @helper(i64 %i)
  store float 1.0, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
  ret void
}

define ptx_kernel void @third() {
  store i32 1, ptr addrspacecast (ptr addrspace(3) @only to ptr)
  ret void
}
