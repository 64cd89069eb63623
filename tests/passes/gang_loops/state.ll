; A loop with barriers: its counter and condition are the block's, its sum and mask lie in arrays with one element a
; gang each, as one is used in the loop and the other behind it; addresses are computed again.  Masks are stored as integers.
;
; PASSES: gang_loops llvm:function(simplifycfg)
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: alloca [128 x <8 x i32>], align 64
; CHECK: alloca [128 x i8], align 64
; NOT: %state
; CHECK: bitcast <8 x i1> %mask to i8

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, ptr %s, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %p = getelementptr i32, ptr %out, i32 %x
  %first = load <8 x i32>, ptr %p
  %mask = icmp sgt <8 x i32> %first, zeroinitializer
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %sum = phi <8 x i32> [ %first, %entry ], [ %sum2, %loop ]
  %sp = getelementptr i32, ptr %s, i32 %x
  store <8 x i32> %sum, ptr %sp
  call void @llvm.nvvm.barrier0()
  %at = getelementptr i32, ptr %s, i32 %t
  %other = load <8 x i32>, ptr %at
  %sum2 = sdiv <8 x i32> %sum, %other
  %t1 = add i32 %t, 1
  %more = icmp ult i32 %t1, %n
  call void @llvm.nvvm.barrier0()
  br i1 %more, label %loop, label %done
done:
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum2, ptr %p, i32 4, <8 x i1> %mask)
  ret void
}
