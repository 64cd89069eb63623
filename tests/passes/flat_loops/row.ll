; One gang makes the turns of all, between barriers: those of whole gangs without masks, what is left under the comparison with the end.
; The loop stays as it was for ends near the largest number, and where its step isn't the block's size.
;
; PASSES: flat_loops
; FORM: k.full 8 1
; FORM: known.full 8 1
; FORM: own.full 8 1
; CHECK: define void @k.full
; CHECK: icmp slt i32 %n, 2147479552
; CHECK: icmp eq i32 %
; CHECK: call void @llvm.masked.store
; CHECK: store <8 x i32>
; CHECK: add nuw nsw i32
; CHECK: call void @llvm.masked.store
; CHECK: define void @known.full
; CHECK: icmp eq i32 %
; CHECK: store <8 x i32>
; CHECK: add nuw nsw i32
; CHECK: define void @own.full
; CHECK: store <8 x i32>
; COUNT 4: store <8 x i32>
; COUNT 2: call void @llvm.masked.store
; COUNT 9: call void @llvm.nvvm.barrier0

@row = internal addrspace(3) global [256 x i32] undef

declare i32 @aw.gang.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.masked.store.v8i32.p3(<8 x i32>, ptr addrspace(3), i32, <8 x i1>)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i32 %n, i32 %step) {
entry:
  %x = call i32 @aw.gang.x()
  %first = and i32 %x, -8
  %x.0 = insertelement <8 x i32> poison, i32 %first, i64 0
  %xs.0 = shufflevector <8 x i32> %x.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %xs = or disjoint <8 x i32> %xs.0, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %n.0 = insertelement <8 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <8 x i32> %n.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %enter = icmp slt <8 x i32> %xs, %ns
  %enter.bits = bitcast <8 x i1> %enter to i8
  %none = icmp eq i8 %enter.bits, 0
  br i1 %none, label %done, label %loop
loop:
  %lanes = phi <8 x i1> [ %enter, %entry ], [ %stay, %loop ]
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(3) @row, i32 %i
  %v.0 = insertelement <8 x i32> poison, i32 %i, i64 0
  %v = shufflevector <8 x i32> %v.0, <8 x i32> poison, <8 x i32> zeroinitializer
  call void @llvm.masked.store.v8i32.p3(<8 x i32> %v, ptr addrspace(3) %p, i32 4, <8 x i1> %lanes)
  %next = add i32 %i, %step
  %next.0 = insertelement <8 x i32> poison, i32 %next, i64 0
  %nexts.0 = shufflevector <8 x i32> %next.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %nexts = add <8 x i32> %nexts.0, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %below = icmp slt <8 x i32> %nexts, %ns
  %stay = select <8 x i1> %lanes, <8 x i1> %below, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %stay to i8
  %gone = icmp eq i8 %bits, 0
  br i1 %gone, label %done, label %loop
done:
  call void @llvm.nvvm.barrier0()
  ret void
}

define ptx_kernel void @known(ptr %out) {
  ret void
}

; All lanes of a gang are in, or none; the step is the block's size.
define void @known.full(i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier0()
  %in = icmp slt i32 %x, %n
  br i1 %in, label %loop, label %done
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(3) @row, i32 %i
  store <8 x i32> zeroinitializer, ptr addrspace(3) %p, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  ret void
}

define ptx_kernel void @own(ptr %out) {
  ret void
}

; What a turn stores is the gang's own.
define void @own.full(i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier0()
  %x.0 = insertelement <8 x i32> poison, i32 %x, i64 0
  %xs = shufflevector <8 x i32> %x.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %in = icmp slt i32 %x, %n
  br i1 %in, label %loop, label %done
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(3) @row, i32 %i
  store <8 x i32> %xs, ptr addrspace(3) %p, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  ret void
}
