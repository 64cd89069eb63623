; Where the lanes of two arms meet, one select for each value chooses between what the arms bring: what no lane has brought
; yet is nothing to choose.
;
; PASSES: simd_clone simd_vectorize
; TARGET: x86-64-v4
; CHECK: define internal void @joins.simd16.full
; COUNT 6: select <16 x i1>
; NOT: > undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @joins(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %c = icmp slt i32 %v, 7
  br i1 %c, label %a, label %b
a:
  %old = atomicrmw add ptr %q, i32 1 monotonic
  br label %end
b:
  %w = atomicrmw sub ptr %q, i32 1 monotonic
  br label %end
end:
  %r = phi i32 [ %old, %a ], [ %w, %b ]
  %s = phi i32 [ 1, %a ], [ %v, %b ]
  store i32 %r, ptr %at
  %next = getelementptr i32, ptr %at, i32 64
  store i32 %s, ptr %next
  ret void
}
