; What asks for y has a loop over each dimension, and none counts the gangs where nobody asks for their index.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: %gang.z = phi i32 [ 0, %gangs ]
; CHECK: %gang.y = phi i32 [ 0,
; CHECK: %gang.block = phi i32 [ 0,
; CHECK: %gang.x = phi i32 [ 0,
; NOT: %gang.index
; NOT: call i32 @aw.gang

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %out, i32 %n) {
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %row = mul i32 %y, %n
  %place = add i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %place
  store i32 %y, ptr %at
  ret void
}
