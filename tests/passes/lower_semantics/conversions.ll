; Conversions saturate; NaN gives 0 only from float to 32 bits; 8 and 16 bits go through 32.
;
; PASSES: lower_semantics
; CHECK: define i32 @narrow
; CHECK: %1 = call i32 @llvm.fptosi.sat.i32.f32(float %x)
; CHECK: ret i32 %1
; CHECK: define i64 @wide
; CHECK: %1 = call i64 @llvm.fptoui.sat.i64.f32(float %x)
; CHECK: %2 = fcmp uno float %x, %x
; CHECK: %3 = select i1 %2, i64 -9223372036854775808, i64 %1
; CHECK: define i32 @from_double
; CHECK: select i1 %2, i32 -2147483648, i32 %1
; CHECK: define i8 @byte
; CHECK: %1 = call i32 @llvm.fptosi.sat.i32.f32(float %x)
; CHECK: %2 = trunc i32 %1 to i8
; NOT: fptosi float

define i32 @narrow(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}

define i64 @wide(float %x) {
  %r = fptoui float %x to i64
  ret i64 %r
}

define i32 @from_double(double %x) {
  %r = fptosi double %x to i32
  ret i32 %r
}

define i8 @byte(float %x) {
  %r = fptosi float %x to i8
  ret i8 %r
}
