; A variable that may be pointed to by what its function returns lives on in the function that this is inlined into.
;
; PASSES: returned_locals inline_waiting
; CHECK: define ptx_kernel void @k
; COUNT 2: call void @llvm.lifetime.start
; NOT: lifetime.start.p0(i64 -1, ptr %kept
; COUNT 1: call void @llvm.lifetime.end

%view = type { i32, [1 x ptr] }

declare void @other(ptr)

define ptx_kernel void @k(ptr %out) {
  %view = call %view @make()
  %length = call i32 @length()
  store i32 %length, ptr %out
  %at = extractvalue %view %view, 1, 0
  %value = load i32, ptr %at
  store i32 %value, ptr %out
  ret void
}

define internal %view @make() alwaysinline {
  %values = alloca [4 x i32]
  %kept = alloca i32
  store i32 3, ptr %kept
  %second = getelementptr i32, ptr %values, i32 1
  store i32 7, ptr %second
  %view = insertvalue %view zeroinitializer, ptr %second, 1, 0
  ret %view %view
}

define internal i32 @length() alwaysinline {
  %length = alloca [8 x i32]
  call void @other(ptr %length)
  %of = load i32, ptr %length
  ret i32 %of
}
