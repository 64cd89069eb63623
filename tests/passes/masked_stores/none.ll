; Where no store is masked, nothing asks the device.
;
; TARGET: x86-64-v3
; PASSES: masked_stores
; NOT: aw.slow

@aw.slow = internal global i32 0
@aw_cpu_image = constant { i32, ptr } { i32 8, ptr @aw.slow }

define void @all(ptr %p, <8 x float> %value) {
  store <8 x float> %value, ptr %p, align 4
  ret void
}
