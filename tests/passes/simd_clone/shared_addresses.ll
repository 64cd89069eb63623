; A shared address of 32 bits that PTX takes is the pointer it was made from again, with what was added; one of another kind stays.
;
; PASSES: simd_clone
; CHECK: define internal void @copies.simd16.full
; CHECK: getelementptr i8, ptr addrspace(3) @tile, i64 %
; CHECK: define internal void @given.simd16.full
; CHECK: inttoptr i64

@tile = internal addrspace(3) global [64 x i32] undef

declare ptr @aw.shared_window() #0
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { nounwind willreturn speculatable memory(none) }

define ptx_kernel void @copies() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %number = ptrtoint ptr addrspace(3) @tile to i64
  %low = trunc i64 %number to i32
  %offset = shl i32 %x, 2
  %address = add i32 %low, %offset
  %window = call ptr @aw.shared_window()
  %base = ptrtoint ptr %window to i64
  %begin = trunc i64 %base to i32
  %distance = sub i32 %address, %begin
  %wide = sext i32 %distance to i64
  %there = add i64 %base, %wide
  %place = inttoptr i64 %there to ptr addrspace(3)
  store i32 %x, ptr addrspace(3) %place
  ret void
}

define ptx_kernel void @given(i32 %address) {
  %window = call ptr @aw.shared_window()
  %base = ptrtoint ptr %window to i64
  %begin = trunc i64 %base to i32
  %distance = sub i32 %address, %begin
  %wide = sext i32 %distance to i64
  %there = add i64 %base, %wide
  %place = inttoptr i64 %there to ptr addrspace(3)
  store i32 1, ptr addrspace(3) %place
  ret void
}
