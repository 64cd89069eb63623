; Integers of 32 bits are divided as doubles, and by what all lanes share they are multiplied; constants are left to LLVM.
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
