; A loop in step hands two values on from turn to turn.  What a turn leaves lies where the next one loads it: only what comes from
; before the loop is copied, in front of it.
;
; PASSES: gang_loops llvm:function(simplifycfg)
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: store <8 x i32> %first
; CHECK: store <8 x i32> %first
; CHECK: joint:
; CHECK: %above = load <8 x i32>
; CHECK: store <8 x i32> %below.next
; CHECK: store <8 x i32> %here.next
; COUNT 7: store <8 x i32>

declare i32 @aw.gang.x()
declare i32 @aw.block.any(i32)

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %p = getelementptr i32, ptr %in, i32 %x
  %first = load <8 x i32>, ptr %p
  %q = getelementptr i32, ptr %p, i32 %n
  %second = load <8 x i32>, ptr %q
  %some = call i32 @aw.block.any(i32 %x)
  %enter = icmp ne i32 %some, 0
  br i1 %enter, label %loop, label %done
loop:
  %t = phi i32 [ 0, %entry ], [ %next, %through ]
  %below = phi <8 x i32> [ %first, %entry ], [ %below.next, %through ]
  %here = phi <8 x i32> [ %second, %entry ], [ %here.next, %through ]
  %next = add i32 %t, %n
  %at = add i32 %next, %x
  %in.range = icmp slt i32 %at, 1000
  br i1 %in.range, label %turn, label %through
turn:
  %r = getelementptr i32, ptr %in, i32 %at
  %above = load <8 x i32>, ptr %r
  %sum = add <8 x i32> %below, %above
  %o = getelementptr i32, ptr %out, i32 %at
  store <8 x i32> %sum, ptr %o
  br label %through
through:
  %below.next = phi <8 x i32> [ %here, %turn ], [ %below, %loop ]
  %here.next = phi <8 x i32> [ %above, %turn ], [ %here, %loop ]
  %any = call i32 @aw.block.any(i32 %next)
  %again = icmp ne i32 %any, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}
