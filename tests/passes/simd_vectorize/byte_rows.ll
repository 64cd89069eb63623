; Where a level has no masked loads of bytes, a row of which some lane asks and that doesn't leave its page is loaded as a whole, the others
; from the page that lanes ask for, by way of the stack.  Those of volatile bytes go lane by lane.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @masked.simd16.full
; CHECK: alloca [48 x i8], align 16
; CHECK: icmp eq i16
; CHECK: and i64
; CHECK: icmp ult i64
; CHECK: select i1
; CHECK: load <16 x i8>, ptr
; CHECK: store <16 x i8>
; CHECK: load <16 x i8>, ptr
; CHECK: define internal void @unsteady.simd32.full
; CHECK: @llvm.cttz.i32
; COUNT 2: , 4081

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @masked(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %x to i64
  %to = getelementptr i32, ptr %q, i64 %wide
  %old = load i32, ptr %to
  %wanted = icmp sgt i32 %old, 7
  br i1 %wanted, label %then, label %end
then:
  %from = getelementptr i8, ptr %p, i64 %wide
  %byte = load i8, ptr %from
  %new = sext i8 %byte to i32
  store i32 %new, ptr %to
  br label %end
end:
  ret void
}

define ptx_kernel void @unsteady(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %x to i64
  %to = getelementptr i32, ptr %q, i64 %wide
  %old = load i32, ptr %to
  %wanted = icmp sgt i32 %old, 7
  br i1 %wanted, label %then, label %end
then:
  %from = getelementptr i8, ptr %p, i64 %wide
  %byte = load volatile i8, ptr %from
  %new = sext i8 %byte to i32
  store i32 %new, ptr %to
  br label %end
end:
  ret void
}
