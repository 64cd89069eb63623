; Members are registers, wherever the address of one comes from; a whole variable is a copy on the stack.
;
; PASSES: index_variables
; CHECK: define i32 @members
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
; CHECK: ret i32
; CHECK: define void @whole
; CHECK: alloca %dim3
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
; CHECK: call void @take
; COUNT 1: alloca
; NOT: __device_builtin_variable

%uint3 = type { i32, i32, i32 }
%dim3 = type { i32, i32, i32 }
@__device_builtin_variable_threadIdx = external addrspace(1) global %uint3
@__device_builtin_variable_blockIdx = external addrspace(1) global %uint3
@__device_builtin_variable_blockDim = external addrspace(1) global %dim3
@__device_builtin_variable_gridDim = external addrspace(1) global %dim3

declare void @take(ptr)

define i32 @members(i1 %which) {
  %y = load i32, ptr getelementptr inbounds (%uint3, ptr addrspacecast (ptr addrspace(1) @__device_builtin_variable_threadIdx to ptr), i32 0, i32 1)
  %grid = addrspacecast ptr addrspace(1) @__device_builtin_variable_gridDim to ptr
  %x = load i32, ptr %grid
  %at = getelementptr inbounds i8, ptr %grid, i64 8
  %z = load i32, ptr %at
  %xy = add i32 %x, %y
  %sum = add i32 %xy, %z
  ret i32 %sum
}

define void @whole() {
  call void @take(ptr addrspacecast (ptr addrspace(1) @__device_builtin_variable_blockDim to ptr))
  call void @take(ptr addrspacecast (ptr addrspace(1) @__device_builtin_variable_blockDim to ptr))
  ret void
}
