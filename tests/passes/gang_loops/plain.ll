; Without a barrier there is one loop over the gangs around everything; the index counts up, the place of lane 0
; goes along rows and layers.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: define void @k.full
; CHECK: %4 = mul nuw i32 %0, %3
; CHECK: = udiv exact i32 %4, 8
; CHECK: gang: ; preds = %gangs.next, %gangs
; CHECK: %gang.x = phi i32 [ 0, %gangs ]
; CHECK: %gang.index = phi i32 [ 0, %gangs ]
; CHECK: %in = icmp ult i32 %gang.x, %n
; CHECK: store i32 %gang.index, ptr %at
; CHECK: gangs.next:
; CHECK: label %gang, label
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
