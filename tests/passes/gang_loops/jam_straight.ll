; Straight code without anything that gangs have in common is jammed while it is short, 20 operations in four rows a turn, or where its
; operations wait for one another: of 70 those are of which each waits for the last one, not those of which it waits for the 16th last.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; CHECK: = and i32 %2, -4
; COUNT 11: load <16 x float>, ptr %
; COUNT 1: load <16 x float>, ptr %broad
; COUNT 2: load <16 x float>, ptr %chained

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %a, ptr %b, ptr %c) {
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %row = mul i32 %y, 64
  %i = add i32 %row, %x
  %short = getelementptr float, ptr %a, i32 %i
  %v = load <16 x float>, ptr %short
  %s0 = fmul <16 x float> %v, %v
  %s1 = fmul <16 x float> %s0, %s0
  %s2 = fmul <16 x float> %s1, %s1
  %s3 = fmul <16 x float> %s2, %s2
  %s4 = fmul <16 x float> %s3, %s3
  %s5 = fmul <16 x float> %s4, %s4
  %s6 = fmul <16 x float> %s5, %s5
  %s7 = fmul <16 x float> %s6, %s6
  %s8 = fmul <16 x float> %s7, %s7
  %s9 = fmul <16 x float> %s8, %s8
  %s10 = fmul <16 x float> %s9, %s9
  %s11 = fmul <16 x float> %s10, %s10
  %s12 = fmul <16 x float> %s11, %s11
  %s13 = fmul <16 x float> %s12, %s12
  %s14 = fmul <16 x float> %s13, %s13
  %s15 = fmul <16 x float> %s14, %s14
  %s16 = fmul <16 x float> %s15, %s15
  %s17 = fmul <16 x float> %s16, %s16
  %s18 = fmul <16 x float> %s17, %s17
  %s19 = fmul <16 x float> %s18, %s18
  store <16 x float> %s19, ptr %short
  call void @llvm.nvvm.barrier0()
  %broad = getelementptr float, ptr %b, i32 %i
  %w = load <16 x float>, ptr %broad
  %l0 = fmul <16 x float> %w, %w
  %l1 = fmul <16 x float> %w, %w
  %l2 = fmul <16 x float> %w, %w
  %l3 = fmul <16 x float> %w, %w
  %l4 = fmul <16 x float> %w, %w
  %l5 = fmul <16 x float> %w, %w
  %l6 = fmul <16 x float> %w, %w
  %l7 = fmul <16 x float> %w, %w
  %l8 = fmul <16 x float> %w, %w
  %l9 = fmul <16 x float> %w, %w
  %l10 = fmul <16 x float> %w, %w
  %l11 = fmul <16 x float> %w, %w
  %l12 = fmul <16 x float> %w, %w
  %l13 = fmul <16 x float> %w, %w
  %l14 = fmul <16 x float> %w, %w
  %l15 = fmul <16 x float> %w, %w
  %l16 = fmul <16 x float> %w, %l0
  %l17 = fmul <16 x float> %w, %l1
  %l18 = fmul <16 x float> %w, %l2
  %l19 = fmul <16 x float> %w, %l3
  %l20 = fmul <16 x float> %w, %l4
  %l21 = fmul <16 x float> %w, %l5
  %l22 = fmul <16 x float> %w, %l6
  %l23 = fmul <16 x float> %w, %l7
  %l24 = fmul <16 x float> %w, %l8
  %l25 = fmul <16 x float> %w, %l9
  %l26 = fmul <16 x float> %w, %l10
  %l27 = fmul <16 x float> %w, %l11
  %l28 = fmul <16 x float> %w, %l12
  %l29 = fmul <16 x float> %w, %l13
  %l30 = fmul <16 x float> %w, %l14
  %l31 = fmul <16 x float> %w, %l15
  %l32 = fmul <16 x float> %w, %l16
  %l33 = fmul <16 x float> %w, %l17
  %l34 = fmul <16 x float> %w, %l18
  %l35 = fmul <16 x float> %w, %l19
  %l36 = fmul <16 x float> %w, %l20
  %l37 = fmul <16 x float> %w, %l21
  %l38 = fmul <16 x float> %w, %l22
  %l39 = fmul <16 x float> %w, %l23
  %l40 = fmul <16 x float> %w, %l24
  %l41 = fmul <16 x float> %w, %l25
  %l42 = fmul <16 x float> %w, %l26
  %l43 = fmul <16 x float> %w, %l27
  %l44 = fmul <16 x float> %w, %l28
  %l45 = fmul <16 x float> %w, %l29
  %l46 = fmul <16 x float> %w, %l30
  %l47 = fmul <16 x float> %w, %l31
  %l48 = fmul <16 x float> %w, %l32
  %l49 = fmul <16 x float> %w, %l33
  %l50 = fmul <16 x float> %w, %l34
  %l51 = fmul <16 x float> %w, %l35
  %l52 = fmul <16 x float> %w, %l36
  %l53 = fmul <16 x float> %w, %l37
  %l54 = fmul <16 x float> %w, %l38
  %l55 = fmul <16 x float> %w, %l39
  %l56 = fmul <16 x float> %w, %l40
  %l57 = fmul <16 x float> %w, %l41
  %l58 = fmul <16 x float> %w, %l42
  %l59 = fmul <16 x float> %w, %l43
  %l60 = fmul <16 x float> %w, %l44
  %l61 = fmul <16 x float> %w, %l45
  %l62 = fmul <16 x float> %w, %l46
  %l63 = fmul <16 x float> %w, %l47
  %l64 = fmul <16 x float> %w, %l48
  %l65 = fmul <16 x float> %w, %l49
  %l66 = fmul <16 x float> %w, %l50
  %l67 = fmul <16 x float> %w, %l51
  %l68 = fmul <16 x float> %w, %l52
  %l69 = fmul <16 x float> %w, %l53
  store <16 x float> %l69, ptr %broad
  call void @llvm.nvvm.barrier0()
  %chained = getelementptr float, ptr %c, i32 %i
  %u = load <16 x float>, ptr %chained
  %c0 = fmul <16 x float> %u, %u
  %c1 = fmul <16 x float> %c0, %c0
  %c2 = fmul <16 x float> %c1, %c1
  %c3 = fmul <16 x float> %c2, %c2
  %c4 = fmul <16 x float> %c3, %c3
  %c5 = fmul <16 x float> %c4, %c4
  %c6 = fmul <16 x float> %c5, %c5
  %c7 = fmul <16 x float> %c6, %c6
  %c8 = fmul <16 x float> %c7, %c7
  %c9 = fmul <16 x float> %c8, %c8
  %c10 = fmul <16 x float> %c9, %c9
  %c11 = fmul <16 x float> %c10, %c10
  %c12 = fmul <16 x float> %c11, %c11
  %c13 = fmul <16 x float> %c12, %c12
  %c14 = fmul <16 x float> %c13, %c13
  %c15 = fmul <16 x float> %c14, %c14
  %c16 = fmul <16 x float> %c15, %c15
  %c17 = fmul <16 x float> %c16, %c16
  %c18 = fmul <16 x float> %c17, %c17
  %c19 = fmul <16 x float> %c18, %c18
  %c20 = fmul <16 x float> %c19, %c19
  %c21 = fmul <16 x float> %c20, %c20
  %c22 = fmul <16 x float> %c21, %c21
  %c23 = fmul <16 x float> %c22, %c22
  %c24 = fmul <16 x float> %c23, %c23
  %c25 = fmul <16 x float> %c24, %c24
  %c26 = fmul <16 x float> %c25, %c25
  %c27 = fmul <16 x float> %c26, %c26
  %c28 = fmul <16 x float> %c27, %c27
  %c29 = fmul <16 x float> %c28, %c28
  %c30 = fmul <16 x float> %c29, %c29
  %c31 = fmul <16 x float> %c30, %c30
  %c32 = fmul <16 x float> %c31, %c31
  %c33 = fmul <16 x float> %c32, %c32
  %c34 = fmul <16 x float> %c33, %c33
  %c35 = fmul <16 x float> %c34, %c34
  %c36 = fmul <16 x float> %c35, %c35
  %c37 = fmul <16 x float> %c36, %c36
  %c38 = fmul <16 x float> %c37, %c37
  %c39 = fmul <16 x float> %c38, %c38
  %c40 = fmul <16 x float> %c39, %c39
  %c41 = fmul <16 x float> %c40, %c40
  %c42 = fmul <16 x float> %c41, %c41
  %c43 = fmul <16 x float> %c42, %c42
  %c44 = fmul <16 x float> %c43, %c43
  %c45 = fmul <16 x float> %c44, %c44
  %c46 = fmul <16 x float> %c45, %c45
  %c47 = fmul <16 x float> %c46, %c46
  %c48 = fmul <16 x float> %c47, %c47
  %c49 = fmul <16 x float> %c48, %c48
  %c50 = fmul <16 x float> %c49, %c49
  %c51 = fmul <16 x float> %c50, %c50
  %c52 = fmul <16 x float> %c51, %c51
  %c53 = fmul <16 x float> %c52, %c52
  %c54 = fmul <16 x float> %c53, %c53
  %c55 = fmul <16 x float> %c54, %c54
  %c56 = fmul <16 x float> %c55, %c55
  %c57 = fmul <16 x float> %c56, %c56
  %c58 = fmul <16 x float> %c57, %c57
  %c59 = fmul <16 x float> %c58, %c58
  %c60 = fmul <16 x float> %c59, %c59
  %c61 = fmul <16 x float> %c60, %c60
  %c62 = fmul <16 x float> %c61, %c61
  %c63 = fmul <16 x float> %c62, %c62
  %c64 = fmul <16 x float> %c63, %c63
  %c65 = fmul <16 x float> %c64, %c64
  %c66 = fmul <16 x float> %c65, %c65
  %c67 = fmul <16 x float> %c66, %c66
  %c68 = fmul <16 x float> %c67, %c67
  %c69 = fmul <16 x float> %c68, %c68
  store <16 x float> %c69, ptr %chained
  ret void
}
