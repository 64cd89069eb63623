; Without a barrier there is one nest of loops over the gangs of a span of blocks around everything.  What asks for no y and z goes
; from row to row.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: = udiv exact i32 %0, 8
; CHECK: call i32 @aw.span.first()
; CHECK: call i32 @aw.span.count()
; CHECK: %gang.row = phi i32 [ 0, %gangs ]
; CHECK: %gang.block = phi i32 [ 0,
; CHECK: call void @aw.span.enter(
; CHECK: gang:
; CHECK: %gang.x = phi i32 [ 0,
; CHECK: %in = icmp ult i32 %gang.x, %n
; CHECK: gangs.next:
; CHECK: = add nuw i32 %gang.x, 8
; CHECK: label %gang, label
; NOT: %gang.y
; NOT: call i32 @aw.gang

declare i32 @aw.gang.x()
declare i32 @aw.gang.index()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
entry:
  %x = call i32 @aw.gang.x()
  %i = call i32 @aw.gang.index()
  %in = icmp ult i32 %x, %n
  br i1 %in, label %work, label %leave
work:
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %i, ptr %at
  ret void
leave:
  ret void
}
