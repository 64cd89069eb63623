; Functions without a body get one where they are used otherwise than called; their calls stay what they are.
;
; PASSES: lower_provided
; CHECK: @vtable = constant [1 x ptr] [ptr @0]
; CHECK: define internal void @0()
; CHECK: call void @__cxa_pure_virtual()
; CHECK: call ptr @malloc(i64 8)
; CHECK: ret ptr @1
; CHECK: define internal ptr @1(i64
; CHECK: call ptr @malloc(i64
; CHECK: declare ptr @malloc(i64)

@vtable = constant [1 x ptr] [ptr @__cxa_pure_virtual]

declare void @__cxa_pure_virtual()

define ptr @k() {
  %a = call ptr @malloc(i64 8)
  ret ptr @malloc
}

declare ptr @malloc(i64)
