; Where nothing asks, the image doesn't have what the device would set.
;
; TARGET: x86-64-v4
; PASSES: plain_gathers
; CHECK: @aw_cpu_image = constant { i32, ptr } { i32 8, ptr null }
; NOT: aw.slow

@aw.slow = internal global i32 0
@aw_cpu_image = constant { i32, ptr } { i32 8, ptr @aw.slow }

define void @copy(ptr %p, <4 x i32> %n) {
  store <4 x i32> %n, ptr %p
  ret void
}
