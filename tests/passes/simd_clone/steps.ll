; Where lanes exchange shared memory without a barrier, warps go in step and what is shared becomes volatile; a loop that ends by what
; it reads there waits for nobody because of that.
;
; PASSES: simd_clone
; CHECK: define internal void @walks.simd32.full
; CHECK: load volatile i32, ptr addrspace(3)
; NOT: @waits.simd

@cells = internal addrspace(3) global [256 x i32] undef, align 4
@ends = internal addrspace(3) global [256 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @walks(ptr %p) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %value = load i32, ptr %here
  %cell = getelementptr [256 x i32], ptr addrspace(3) @cells, i32 0, i32 %x
  store i32 %value, ptr addrspace(3) %cell
  %other = xor i32 %x, 1
  %neighbour = getelementptr [256 x i32], ptr addrspace(3) @cells, i32 0, i32 %other
  %taken = load i32, ptr addrspace(3) %neighbour
  %end = getelementptr [256 x i32], ptr addrspace(3) @ends, i32 0, i32 %x
  store i32 %taken, ptr addrspace(3) %end
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %here, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 1
  %last = load i32, ptr addrspace(3) %end
  %more = icmp slt i32 %next, %last
  br i1 %more, label %loop, label %done

done:
  ret void
}

define ptx_kernel void @waits(ptr %p) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %value = load i32, ptr %here
  %cell = getelementptr [256 x i32], ptr addrspace(3) @cells, i32 0, i32 %x
  store i32 %value, ptr addrspace(3) %cell
  %other = xor i32 %x, 1
  %neighbour = getelementptr [256 x i32], ptr addrspace(3) @cells, i32 0, i32 %other
  br label %loop

loop:
  %taken = load volatile i32, ptr addrspace(3) %neighbour
  %more = icmp eq i32 %taken, 0
  br i1 %more, label %loop, label %done

done:
  ret void
}
