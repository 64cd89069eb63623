; Lanes that walk along pieces of memory of their own load rows of sixteen turns, which are turned, where all lanes are active and more
; than a strip's turns are left.  So do rows of shared memory, but where a loop reads and writes it: lanes may exchange values by it.
;
; TARGET: x86-64-v4
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @rows.simd16.full(
; CHECK: = alloca [16 x <16 x i32>], align 64
; CHECK: call <16 x i32> @llvm.masked.gather
; CHECK: strip:
; CHECK: = icmp ugt i64 %
; CHECK: label %strip.load,
; CHECK: = extractelement <16 x ptr> %
; CHECK: = load <16 x i32>, ptr %
; CHECK: = shufflevector <16 x i32> %
; CHECK: store <16 x i32> %
; CHECK: define internal void @shared_rows.simd16.full(
; CHECK: label %strip.load,
; CHECK: define internal void @changed_rows.simd32.full(
; COUNT 4: = alloca [16 x <16 x i32>], align 64
; COUNT 4: label %strip.load,

@tile = internal addrspace(3) global [4096 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @rows(ptr %in, ptr %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %x, %n
  %far = zext i32 %first to i64
  %mine = getelementptr i32, ptr %in, i64 %far
  %end = zext i32 %n to i64
  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %next, %turn ]
  %sum = phi i32 [ 0, %0 ], [ %more, %turn ]
  %p = getelementptr i32, ptr %mine, i64 %i
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %after, label %turn
after:
  %x.far = zext i32 %x to i64
  %to = getelementptr i32, ptr %out, i64 %x.far
  store i32 %more, ptr %to
  ret void
}

define ptx_kernel void @shared_rows(ptr %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %x, %n
  %far = zext i32 %first to i64
  %mine = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %far
  %end = zext i32 %n to i64
  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %next, %turn ]
  %sum = phi i32 [ 0, %0 ], [ %more, %turn ]
  %p = getelementptr i32, ptr %mine, i64 %i
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %after, label %turn
after:
  %x.far = zext i32 %x to i64
  %to = getelementptr i32, ptr %out, i64 %x.far
  store i32 %more, ptr %to
  ret void
}

define ptx_kernel void @changed_rows(ptr %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %x, %n
  %far = zext i32 %first to i64
  %mine = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %far
  %end = zext i32 %n to i64
  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %next, %turn ]
  %sum = phi i32 [ 0, %0 ], [ %more, %turn ]
  %p = getelementptr i32, ptr %mine, i64 %i
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  store i32 %more, ptr %p
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %after, label %turn
after:
  %x.far = zext i32 %x to i64
  %to = getelementptr i32, ptr %out, i64 %x.far
  store i32 %more, ptr %to
  ret void
}
