; A loop in which each lane goes through memory for itself is run lane by lane where there are no gathers: one that only reads, in floats
; that are the lane's own; not one that writes shared memory.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @ragged.simd16.full
; CHECK: phi float
; CHECK: store <16 x float>
; CHECK: define internal void @shared.simd16.full
; CHECK: phi <16 x float>
; NOT: @aw.serial

@cells = internal addrspace(3) global [512 x float] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @ragged(ptr %starts, ptr %columns, ptr %x, ptr %y) {
entry:
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %starts, i32 %row
  %first = load i32, ptr %at
  %next = getelementptr i32, ptr %at, i32 1
  %end = load i32, ptr %next
  br label %test

test:
  %k = phi i32 [ %first, %entry ], [ %k1, %turn ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %turn ]
  %more = icmp slt i32 %k, %end
  br i1 %more, label %turn, label %done

turn:
  %p = getelementptr i32, ptr %columns, i32 %k
  %column = load i32, ptr %p
  %q = getelementptr float, ptr %x, i32 %column
  %value = load float, ptr %q
  %sum1 = fadd float %sum, %value
  %k1 = add nsw i32 %k, 1
  br label %test

done:
  %out = getelementptr float, ptr %y, i32 %row
  store float %sum, ptr %out
  ret void
}

define ptx_kernel void @shared(ptr %starts, ptr %columns, ptr %x, ptr %y) {
entry:
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %starts, i32 %row
  %first = load i32, ptr %at
  %next = getelementptr i32, ptr %at, i32 1
  %end = load i32, ptr %next
  br label %test

test:
  %k = phi i32 [ %first, %entry ], [ %k1, %turn ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %turn ]
  %more = icmp slt i32 %k, %end
  br i1 %more, label %turn, label %done

turn:
  %p = getelementptr i32, ptr %columns, i32 %k
  %column = load i32, ptr %p
  %q = getelementptr float, ptr %x, i32 %column
  %value = load float, ptr %q
  %sum1 = fadd float %sum, %value
  %cell = getelementptr [512 x float], ptr addrspace(3) @cells, i32 0, i32 %column
  store float %sum1, ptr addrspace(3) %cell
  %k1 = add nsw i32 %k, 1
  br label %test

done:
  %out = getelementptr float, ptr %y, i32 %row
  store float %sum, ptr %out
  ret void
}
