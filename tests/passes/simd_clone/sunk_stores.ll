; Stores that both arms make to the same places, in the same order, are made where they meet, also when an arm computes in between and has
; an address of its own.  Not those before a load, nor those in another order.
;
; PASSES: simd_clone
; CHECK: define internal void @both.simd16.full
; CHECK: br i1
; CHECK: phi float
; CHECK: phi float
; CHECK: store float
; CHECK: store float
; CHECK: ret void
; CHECK: define internal void @load_between.simd16.full
; CHECK: store float
; CHECK: load float
; CHECK: store float
; CHECK: load float
; CHECK: store float
; CHECK: define internal void @other_order.simd16.full
; CHECK: store float
; CHECK: store float
; CHECK: store float
; CHECK: store float

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @both(ptr %p, ptr %q, i64 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %from = getelementptr float, ptr %p, i64 %wide
  %to = getelementptr float, ptr %q, i64 %wide
  %a = load float, ptr %from
  %less = fcmp olt float %a, 1.0
  br i1 %less, label %then, label %else

then:
  store float 1.0, ptr %to
  %place = getelementptr float, ptr %to, i64 %n
  store float %a, ptr %place
  br label %done

else:
  %b = fmul float %a, %a
  store float %b, ptr %to
  %c = fmul float %b, %a
  %same = getelementptr float, ptr %to, i64 %n
  store float %c, ptr %same
  %d = fmul float %c, %b
  br label %done

done:
  ret void
}

define ptx_kernel void @load_between(ptr %p, ptr %q, i64 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %from = getelementptr float, ptr %p, i64 %wide
  %to = getelementptr float, ptr %q, i64 %wide
  %place = getelementptr float, ptr %to, i64 %n
  %a = load float, ptr %from
  %less = fcmp olt float %a, 1.0
  br i1 %less, label %then, label %else

then:
  store float 1.0, ptr %to
  %b = load float, ptr %place
  store float %b, ptr %place
  br label %done

else:
  store float 2.0, ptr %to
  %c = load float, ptr %place
  %d = fmul float %c, %a
  store float %d, ptr %place
  br label %done

done:
  ret void
}

define ptx_kernel void @other_order(ptr %p, ptr %q, i64 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %from = getelementptr float, ptr %p, i64 %wide
  %to = getelementptr float, ptr %q, i64 %wide
  %place = getelementptr float, ptr %to, i64 %n
  %a = load float, ptr %from
  %less = fcmp olt float %a, 1.0
  br i1 %less, label %then, label %else

then:
  store float 1.0, ptr %to
  store float 3.0, ptr %place
  br label %done

else:
  store float 2.0, ptr %place
  store float %a, ptr %to
  br label %done

done:
  ret void
}
