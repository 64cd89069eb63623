; Loops around barriers that stand in one another are unrolled from the inside, as long as all of it isn't much code: here the innermost,
; in the form that most blocks take.
;
; PASSES: simd_clone
; CHECK: define internal void @nested.simd
; COUNT 9: call void @llvm.nvvm.barrier0()

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @nested(ptr addrspace(1) %data) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(1) %data, i32 %thread
  br label %planes
planes:
  %z = phi i32 [ 0, %entry ], [ %z.next, %plane.end ]
  br label %rows
rows:
  %y = phi i32 [ 0, %planes ], [ %y.next, %row.end ]
  br label %places
places:
  %x = phi i32 [ 0, %rows ], [ %x.next, %places ]
  %s0 = load volatile i32, ptr addrspace(1) %mine
  %a0 = mul i32 %s0, 3
  %s1 = xor i32 %a0, %x
  %a1 = mul i32 %s1, 5
  %s2 = xor i32 %a1, %x
  %a2 = mul i32 %s2, 7
  %s3 = xor i32 %a2, %x
  %a3 = mul i32 %s3, 9
  %s4 = xor i32 %a3, %x
  %a4 = mul i32 %s4, 11
  %s5 = xor i32 %a4, %x
  %a5 = mul i32 %s5, 13
  %s6 = xor i32 %a5, %x
  %a6 = mul i32 %s6, 15
  %s7 = xor i32 %a6, %x
  %a7 = mul i32 %s7, 17
  %s8 = xor i32 %a7, %x
  %a8 = mul i32 %s8, 19
  %s9 = xor i32 %a8, %x
  %a9 = mul i32 %s9, 21
  %s10 = xor i32 %a9, %x
  %a10 = mul i32 %s10, 23
  %s11 = xor i32 %a10, %x
  %a11 = mul i32 %s11, 25
  %s12 = xor i32 %a11, %x
  %a12 = mul i32 %s12, 27
  %s13 = xor i32 %a12, %x
  %a13 = mul i32 %s13, 29
  %s14 = xor i32 %a13, %x
  %a14 = mul i32 %s14, 31
  %s15 = xor i32 %a14, %x
  %a15 = mul i32 %s15, 33
  %s16 = xor i32 %a15, %x
  %a16 = mul i32 %s16, 35
  %s17 = xor i32 %a16, %x
  %a17 = mul i32 %s17, 37
  %s18 = xor i32 %a17, %x
  %a18 = mul i32 %s18, 39
  %s19 = xor i32 %a18, %x
  %a19 = mul i32 %s19, 41
  %s20 = xor i32 %a19, %x
  %a20 = mul i32 %s20, 43
  %s21 = xor i32 %a20, %x
  %a21 = mul i32 %s21, 45
  %s22 = xor i32 %a21, %x
  %a22 = mul i32 %s22, 47
  %s23 = xor i32 %a22, %x
  %a23 = mul i32 %s23, 49
  %s24 = xor i32 %a23, %x
  %a24 = mul i32 %s24, 51
  %s25 = xor i32 %a24, %x
  %a25 = mul i32 %s25, 53
  %s26 = xor i32 %a25, %x
  %a26 = mul i32 %s26, 55
  %s27 = xor i32 %a26, %x
  %a27 = mul i32 %s27, 57
  %s28 = xor i32 %a27, %x
  %a28 = mul i32 %s28, 59
  %s29 = xor i32 %a28, %x
  %a29 = mul i32 %s29, 61
  %s30 = xor i32 %a29, %x
  store volatile i32 %s30, ptr addrspace(1) %mine
  call void @llvm.nvvm.barrier0()
  %x.next = add nuw nsw i32 %x, 1
  %x.more = icmp ult i32 %x.next, 7
  br i1 %x.more, label %places, label %row.end
row.end:
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, 7
  br i1 %y.more, label %rows, label %plane.end
plane.end:
  %z.next = add nuw nsw i32 %z, 1
  %z.more = icmp ult i32 %z.next, 7
  br i1 %z.more, label %planes, label %end
end:
  ret void
}
