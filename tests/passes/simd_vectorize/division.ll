; Integers of 32 bits are divided as doubles, and by what all lanes share they are multiplied; constants are left to LLVM.  Those of 64
; bits are divided as doubles, too, where all lanes have such of 52 bits, which is known of indices.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @shared.simd16.full
; CHECK: fdiv double 1.000000e+00
; CHECK-NOT: sdiv
; CHECK: fmul <16 x double>
; CHECK: fptosi <16 x double>
; CHECK: define internal void @own.simd16.full
; CHECK: uitofp <16 x i32>
; CHECK: fdiv <16 x double>
; CHECK: fptoui <16 x double>
; CHECK: define internal void @constant.simd16.full
; CHECK: sdiv <16 x i32>
; CHECK: define internal void @long.simd16.full
; CHECK: call i64 @llvm.vector.reduce.or.v16i64
; CHECK: fdiv <16 x double>
; CHECK: call <16 x double> @llvm.fma.v16f64
; CHECK: srem <16 x i64>
; CHECK: define internal void @index.simd16.full
; CHECK-NOT: udiv
; CHECK: fdiv <16 x double>
; CHECK: call <16 x double> @llvm.trunc.v16f64

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @shared(ptr %p, i32 %divisor) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %a = load i32, ptr %here
  %quotient = sdiv i32 %a, %divisor
  store i32 %quotient, ptr %here
  ret void
}

define ptx_kernel void @own(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %a = load i32, ptr %here
  %divisor = add i32 %x, 1
  %rest = urem i32 %a, %divisor
  store i32 %rest, ptr %here
  ret void
}

define ptx_kernel void @constant(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i32, ptr %p, i32 %x
  %a = load i32, ptr %here
  %quotient = sdiv i32 %a, 10
  store i32 %quotient, ptr %here
  ret void
}

define ptx_kernel void @long(ptr %p, i64 %divisor) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i64, ptr %p, i32 %x
  %a = load i64, ptr %here
  %rest = srem i64 %a, %divisor
  store i64 %rest, ptr %here
  ret void
}

define ptx_kernel void @index(ptr %p, i32 %row) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %here = getelementptr i64, ptr %p, i32 %x
  %wide = zext i32 %x to i64
  %shifted = shl i64 %wide, 8
  %divisor = zext i32 %row to i64
  %quotient = udiv i64 %shifted, %divisor
  store i64 %quotient, ptr %here
  ret void
}
