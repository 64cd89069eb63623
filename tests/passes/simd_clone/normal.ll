; A loop that is entered in two places becomes a natural one, values of a loop leave it through phis, and vectors are
; taken apart.
;
; PASSES: simd_clone
; CHECK: define internal void @twisted.simd16.full
; CHECK: irr.guard
; CHECK: define internal void @counted.simd16.full
; CHECK: .lcssa = phi i32
; CHECK: define internal void @vectors.simd16.full
; CHECK: load float
; CHECK: load float
; CHECK: store float
; CHECK: store float

define ptx_kernel void @twisted(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %p
  %cx = icmp eq i32 %x, 3
  br i1 %cx, label %b, label %end
b:
  %y = atomicrmw add ptr %p, i32 1 seq_cst
  %cy = icmp eq i32 %y, 4
  br i1 %cy, label %a, label %end
end:
  ret void
}

define ptx_kernel void @counted(ptr %p, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %next = add i32 %i, %v
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  store i32 %next, ptr %p
  ret void
}

define ptx_kernel void @vectors(ptr %p, ptr %q) {
  %v = load <2 x float>, ptr %p
  %w = fadd <2 x float> %v, %v
  store <2 x float> %w, ptr %q
  ret void
}
