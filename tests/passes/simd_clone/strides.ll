; What is multiplied by the number of a thread for a place and compared with nothing is a stride, of which there is a form where it is 1:
; not the size of a row that a thread has to itself, nor a factor of what is stored.
;
; PASSES: simd_clone
; CHECK: define internal void @axpy.simd16.full
; CHECK: mul i32 %i, %incx
; CHECK: define internal void @axpy.simd16.full
; CHECK: add i32 %i, %ofx
; CHECK: define internal void @axpy.simd16.rows
; COUNT 6: = mul i32 %i, %inc
; COUNT 2: void @row_sums.simd16.

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @axpy(i32 %n, ptr %x, i32 %ofx, i32 %incx, ptr %y, i32 %incy) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %i, %n
  br i1 %in, label %then, label %end
then:
  %ix = mul i32 %i, %incx
  %px = add i32 %ix, %ofx
  %py = mul i32 %i, %incy
  %from = getelementptr float, ptr %x, i32 %px
  %to = getelementptr float, ptr %y, i32 %py
  %a = load float, ptr %from
  %b = load float, ptr %to
  %sum = fadd float %a, %b
  store float %sum, ptr %to
  br label %end
end:
  ret void
}

define ptx_kernel void @row_sums(ptr %x, ptr %y, i32 %columns) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = mul i32 %i, %columns
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %place = add i32 %begin, %k
  %from = getelementptr i32, ptr %x, i32 %place
  %a = load i32, ptr %from
  %more = add i32 %sum, %a
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %columns
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %y, i32 %i
  store i32 %more, ptr %to
  ret void
}
