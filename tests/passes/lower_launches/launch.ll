; What clang makes of a launch becomes a call of __aw_device_launch with the shape, the stream, and the places of the arguments, of which the
; second lies behind the first at a multiple of its alignment; the kernel isn't called.
;
; PASSES: lower_launches
; CHECK: = alloca [2 x ptr], align 8
; CHECK: = alloca [16 x i8], align 16
; CHECK: = alloca [9 x i32], align 4
; CHECK: store i32 16, ptr
; CHECK: store i32 8, ptr
; CHECK: call i32 @__aw_device_launch(ptr @child, ptr %
; NOT: __cudaPushCallConfiguration
; NOT: call void @child

%dim3 = type { i32, i32, i32 }

declare i32 @__cudaPushCallConfiguration(ptr byval(%dim3), ptr byval(%dim3), i64, ptr)

define void @child(i32 %x, ptr %out) {
  store i32 %x, ptr %out
  ret void
}

define void @parent(ptr %grid, ptr %block, ptr %out) {
  %refused = call i32 @__cudaPushCallConfiguration(ptr byval(%dim3) %grid, ptr byval(%dim3) %block, i64 64, ptr null)
  %is = icmp ne i32 %refused, 0
  br i1 %is, label %end, label %launch
launch:
  call void @child(i32 7, ptr %out)
  br label %end
end:
  ret void
}
