; What a gang keeps from turn to turn lies together, vectors apart from masks, and what it uses behind the loop alone by itself.
;
; PASSES: gang_loops llvm:function(simplifycfg)
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: alloca [128 x i8], align 64
; CHECK: alloca [128 x <8 x i32>], align 64
; CHECK: %state = alloca [128 x { <8 x i32>, <8 x float> }], align 64

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
  %later = load volatile <8 x i32>, ptr %p
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %sum = phi <8 x i32> [ %first, %entry ], [ %sum2, %loop ]
  %part = phi <8 x float> [ zeroinitializer, %entry ], [ %part2, %loop ]
  %in = phi <8 x i1> [ zeroinitializer, %entry ], [ %in2, %loop ]
  %sp = getelementptr i32, ptr %s, i32 %x
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr %sp, i32 4, <8 x i1> %in)
  call void @llvm.nvvm.barrier0()
  %at = getelementptr i32, ptr %s, i32 %t
  %other = load <8 x i32>, ptr %at
  %sum2 = sdiv <8 x i32> %sum, %other
  %value = sitofp <8 x i32> %sum to <8 x float>
  %part2 = fdiv <8 x float> %part, %value
  %in2 = icmp slt <8 x i32> %sum2, %other
  %t1 = add i32 %t, 1
  %more = icmp ult i32 %t1, %n
  call void @llvm.nvvm.barrier0()
  br i1 %more, label %loop, label %done
done:
  %whole = fptosi <8 x float> %part2 to <8 x i32>
  %all = add <8 x i32> %whole, %sum2
  %end = add <8 x i32> %all, %later
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %end, ptr %p, i32 4, <8 x i1> %in2)
  ret void
}
