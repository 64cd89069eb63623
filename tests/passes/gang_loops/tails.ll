; What the ways from two barriers share is copied where gangs may part before it: @shared's store is there twice, and each is in the
; region before it.  So is the loop that the ways of @repeats share.
;
; PASSES: gang_loops
; FORM: shared.full 8 1
; FORM: repeats.full 8 1
; CHECK: define void @shared.full
; CHECK: store i32 -1
; CHECK: store i32 %m
; CHECK: define void @repeats.full
; CHECK: store i32 %tail
; CHECK: store i32 %tail
; COUNT 4: store i32

declare i32 @aw.gang.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out, i32 %n, i32 %m) {
  ret void
}

define void @shared.full(ptr %out, i32 %n, i32 %m) {
  %x = call i32 @aw.gang.x()
  call void @llvm.nvvm.barrier0()
  %none = icmp eq i32 %n, 0
  br i1 %none, label %store, label %work
work:
  call void @llvm.nvvm.barrier0()
  %first = icmp eq i32 %x, 0
  br i1 %first, label %store, label %end
store:
  %value = phi i32 [ -1, %0 ], [ %m, %work ]
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %value, ptr %at
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  ret void
}

define void @repeats.full(ptr %out, i32 %n, i32 %m) {
  %x = call i32 @aw.gang.x()
  call void @llvm.nvvm.barrier0()
  %none = icmp eq i32 %n, 0
  br i1 %none, label %loop, label %work
work:
  call void @llvm.nvvm.barrier0()
  %first = icmp eq i32 %x, 0
  br i1 %first, label %loop, label %end
loop:
  %value = phi i32 [ -1, %0 ], [ %m, %work ], [ %up, %loop ]
  %at = getelementptr i32, ptr %out, i32 %value
  store i32 %value, ptr %at
  %up = add i32 %value, 1
  %again = icmp ult i32 %up, %n
  br i1 %again, label %loop, label %end
end:
  call void @llvm.nvvm.barrier0()
  ret void
}
