; Three ways meet of which two belong to one branch and have one value: these meet before, without a phi, so that the value is still
; the block's.  Where each has a value of its own they stay.
;
; PASSES: simd_clone
; CHECK: define internal void @k.simd
; CHECK: meeting:
; CHECK: phi i32 [ %b, %other ], [ %a, %meeting ]
; COUNT 2: meeting:

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %out, i32 %tile, i32 %a, i32 %b) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tile, 0
  br i1 %first, label %one, label %other
one:
  %lane = icmp eq i32 %i, 0
  br i1 %lane, label %publish, label %quiet
publish:
  store volatile i32 %a, ptr %out
  br label %join
quiet:
  fence seq_cst
  br label %join
other:
  %p = getelementptr i32, ptr %out, i32 1
  store volatile i32 %b, ptr %p
  br label %join
join:
  %sum = phi i32 [ %a, %publish ], [ %a, %quiet ], [ %b, %other ]
  %q = getelementptr i32, ptr %out, i32 2
  store volatile i32 %sum, ptr %q
  ret void
}

define ptx_kernel void @own(ptr %out, i32 %tile, i32 %a, i32 %b, i32 %c) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tile, 0
  br i1 %first, label %one, label %other
one:
  %lane = icmp eq i32 %i, 0
  br i1 %lane, label %publish, label %quiet
publish:
  store volatile i32 %a, ptr %out
  br label %join
quiet:
  fence seq_cst
  br label %join
other:
  %p = getelementptr i32, ptr %out, i32 1
  store volatile i32 %b, ptr %p
  br label %join
join:
  %sum = phi i32 [ %a, %publish ], [ %c, %quiet ], [ %b, %other ]
  %q = getelementptr i32, ptr %out, i32 2
  store volatile i32 %sum, ptr %q
  ret void
}
