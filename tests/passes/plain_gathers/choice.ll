; A function that gathers in a loop with stores gets a copy that loads lane by lane there, and one that chooses takes its place.
; A loop without stores keeps its gathers, and so does a function that has no others.
;
; TARGET: x86-64-v4
; PASSES: plain_gathers
; CHECK: define internal void @copy.choice(
; CHECK: load i32, ptr @aw.slow
; CHECK: br i1
; CHECK: tail call void @copy.plain(ptr %0, <4 x i32> %1)
; CHECK: tail call void @copy(ptr %0, <4 x i32> %1)
; CHECK: define i32 @sum(
; CHECK: define internal void @copy(ptr %p, <4 x i32> %n)
; CHECK: define internal void @copy.plain(ptr %p, <4 x i32> %n)
; CHECK: store <4 x ptr>
; CHECK: load i32, ptr
; CHECK: call <4 x i32> @llvm.masked.gather
; COUNT 4: = call <4 x i32> @llvm.masked.gather
; COUNT 5: insertelement

@aw.slow = internal global i32 0

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)

define void @copy(ptr %p, <4 x i32> %n) {
entry:
  %places = getelementptr i32, ptr %p, <4 x i32> %n
  br label %loop

loop:
  %mask = phi <4 x i1> [ zeroinitializer, %entry ], [ %less, %loop ]
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  store <4 x i32> %v, ptr %p
  %less = icmp slt <4 x i32> %v, %n
  %first = extractelement <4 x i1> %less, i32 0
  br i1 %first, label %loop, label %second

second:
  %sum = phi <4 x i32> [ zeroinitializer, %loop ], [ %w, %second ]
  %w = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> %less, <4 x i32> %sum)
  %more = extractelement <4 x i32> %w, i32 0
  %done = icmp eq i32 %more, 0
  br i1 %done, label %end, label %second

end:
  ret void
}

define i32 @sum(ptr %p, <4 x i32> %n) {
  %places = getelementptr i32, ptr %p, <4 x i32> %n
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  %first = extractelement <4 x i32> %v, i32 0
  ret i32 %first
}
