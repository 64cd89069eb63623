; A loop that was held, in each turn of which the block meets at a barrier, gets four turns in one; one whose barrier isn't met in each
; turn, and one that asks its warp, stay.  Barriers stay convergent.
;
; PASSES: unroll_strided
; CHECK: define void @meets
; COUNT 6: call void @llvm.nvvm.barrier0()
; CHECK: define void @sometimes
; CHECK: define void @asks
; COUNT 1: call i1 @llvm.nvvm.vote.any.sync
; CHECK: = { convergent

declare void @llvm.nvvm.barrier0() #0
declare i1 @llvm.nvvm.vote.any.sync(i32, i1) #0

define void @meets(ptr addrspace(3) %shared, ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %x = load i32, ptr addrspace(3) %shared
  %even = and i32 %x, 1
  %skips = icmp eq i32 %even, 0
  br i1 %skips, label %meet, label %write
write:
  %y = add i32 %x, %i
  store i32 %y, ptr addrspace(3) %shared
  br label %meet
meet:
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

define void @sometimes(ptr addrspace(3) %shared, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %end ]
  %x = load i32, ptr addrspace(3) %shared
  %odd = and i32 %x, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %meet, label %end
meet:
  call void @llvm.nvvm.barrier0()
  br label %end
end:
  store i32 %i, ptr addrspace(3) %shared
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done, !llvm.loop !2
done:
  ret void
}

define void @asks(ptr addrspace(3) %shared, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(3) %shared
  %odd = trunc i32 %x to i1
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %odd)
  %y = zext i1 %any to i32
  store i32 %y, ptr addrspace(3) %shared
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done, !llvm.loop !3
done:
  ret void
}

attributes #0 = { convergent nounwind }
!0 = distinct !{ !0, !1 }
!1 = !{ !"llvm.loop.unroll.runtime.disable", i32 1 }
!2 = distinct !{ !2, !1 }
!3 = distinct !{ !3, !1 }
