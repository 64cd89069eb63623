; What a thread does for what is left of its block's tile is skipped where a gang has nothing of it, however little it is: memory behind
; the end of an array may be none, where masked accesses take hundreds of times as long.
;
; PASSES: simd_clone simd_vectorize
; CHECK: define internal void @k.simd16.full
; CHECK: !aw.whole
; CHECK: , 0
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v16i32
; CHECK: !aw.whole
; CHECK: , 0
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v16i32

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %tile = mul i32 %block, 512
  %left = sub i32 %n, %tile
  %base = getelementptr i32, ptr %p, i32 %tile
  %a = icmp slt i32 %x, %left
  br i1 %a, label %first, label %next
first:
  %here = getelementptr i32, ptr %base, i32 %x
  store i32 %x, ptr %here
  br label %next
next:
  %y = add i32 %x, 256
  %b = icmp slt i32 %y, %left
  br i1 %b, label %second, label %end
second:
  %there = getelementptr i32, ptr %base, i32 %y
  store i32 %y, ptr %there
  br label %end
end:
  ret void
}
