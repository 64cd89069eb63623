; Lanes that leave a loop for one without end: nothing else decides who comes to the first loop's head, and still lanes leave in different
; turns, so the head has a mask of its own, which the loop's end asks.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd
; CHECK: loop.done

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %out, i32 %x
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %j, %go ]
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  %bits = load i32, ptr %place
  %part = icmp slt i32 %bits, 5
  br i1 %part, label %forever, label %go

go:
  store i32 %j, ptr %place
  br i1 %again, label %head, label %exit

forever:
  store volatile i32 %j, ptr %place
  br label %forever

exit:
  ret void
}
