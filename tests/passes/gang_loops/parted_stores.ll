; What changes behind a branch alone is stored there, unless it is little; gangs that don't come there neither load nor store it.
;
; PASSES: gang_loops llvm:function(simplifycfg,instcombine<no-verify-fixpoint>)
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: then:
; CHECK: load <8 x i32>
; CHECK: %new = add <8 x i32>
; CHECK: store <8 x i32> %new
; CHECK: store <8 x i32> %b.new
; CHECK: store <8 x i32> %c.new
; CHECK: store <8 x i32> %d.new
; NOT: %sum2 = phi

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr noalias %out, ptr noalias %s, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %p = getelementptr i32, ptr %out, i32 %x
  %first = load <8 x i32>, ptr %p
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %on ]
  %sum = phi <8 x i32> [ %first, %entry ], [ %sum2, %on ]
  %b = phi <8 x i32> [ %first, %entry ], [ %b2, %on ]
  %c = phi <8 x i32> [ %first, %entry ], [ %c2, %on ]
  %d = phi <8 x i32> [ %first, %entry ], [ %d2, %on ]
  call void @llvm.nvvm.barrier0()
  %sp = getelementptr i32, ptr %s, i32 %x
  %other = load <8 x i32>, ptr %sp
  %mask = icmp sgt <8 x i32> %other, zeroinitializer
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %mask)
  br i1 %any, label %then, label %on
then:
  %new = add <8 x i32> %sum, %b
  %b.new = add <8 x i32> %b, %c
  %c.new = add <8 x i32> %c, %d
  %d.new = add <8 x i32> %d, %other
  br label %on
on:
  %sum2 = phi <8 x i32> [ %new, %then ], [ %sum, %loop ]
  %b2 = phi <8 x i32> [ %b.new, %then ], [ %b, %loop ]
  %c2 = phi <8 x i32> [ %c.new, %then ], [ %c, %loop ]
  %d2 = phi <8 x i32> [ %d.new, %then ], [ %d, %loop ]
  call void @llvm.nvvm.barrier0()
  %t1 = add i32 %t, 1
  %more = icmp ult i32 %t1, %n
  br i1 %more, label %loop, label %done
done:
  %ab = mul <8 x i32> %sum2, %b2
  %cd = mul <8 x i32> %c2, %d2
  %all = xor <8 x i32> %ab, %cd
  store <8 x i32> %all, ptr %p
  ret void
}
