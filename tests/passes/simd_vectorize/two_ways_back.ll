; Lanes part, and go back to the loop's head by two ways, of which each takes all of its lanes or none: all lanes come to the head, and
; still the loop has an end of its own, which asks who goes back.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd8.full
; CHECK: loop.done

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %out, i32 %x
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %j, %even ], [ %j, %odd ]
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  %bits = load i32, ptr %place
  %part = icmp slt i32 %bits, 5
  br i1 %part, label %even, label %odd

even:
  store i32 %j, ptr %place
  br i1 %again, label %head, label %exit

odd:
  %more = add i32 %bits, %j
  store i32 %more, ptr %place
  br i1 %again, label %head, label %exit

exit:
  ret void
}
