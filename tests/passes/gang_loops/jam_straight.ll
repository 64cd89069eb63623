; Straight code without anything that gangs have in common is jammed while it is short: 20 operations are, in four rows a turn,
; 70 aren't.
;
; PASSES: gang_loops
; FORM: k.full 16 1
; CHECK: void @k.full
; CHECK: = and i32 %2, -4
; COUNT 6: load <16 x float>, ptr %
; COUNT 1: load <16 x float>, ptr %long

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %a, ptr %b) {
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
  %long = getelementptr float, ptr %b, i32 %i
  %w = load <16 x float>, ptr %long
  %l0 = fmul <16 x float> %w, %w
  %l1 = fmul <16 x float> %l0, %l0
  %l2 = fmul <16 x float> %l1, %l1
  %l3 = fmul <16 x float> %l2, %l2
  %l4 = fmul <16 x float> %l3, %l3
  %l5 = fmul <16 x float> %l4, %l4
  %l6 = fmul <16 x float> %l5, %l5
  %l7 = fmul <16 x float> %l6, %l6
  %l8 = fmul <16 x float> %l7, %l7
  %l9 = fmul <16 x float> %l8, %l8
  %l10 = fmul <16 x float> %l9, %l9
  %l11 = fmul <16 x float> %l10, %l10
  %l12 = fmul <16 x float> %l11, %l11
  %l13 = fmul <16 x float> %l12, %l12
  %l14 = fmul <16 x float> %l13, %l13
  %l15 = fmul <16 x float> %l14, %l14
  %l16 = fmul <16 x float> %l15, %l15
  %l17 = fmul <16 x float> %l16, %l16
  %l18 = fmul <16 x float> %l17, %l17
  %l19 = fmul <16 x float> %l18, %l18
  %l20 = fmul <16 x float> %l19, %l19
  %l21 = fmul <16 x float> %l20, %l20
  %l22 = fmul <16 x float> %l21, %l21
  %l23 = fmul <16 x float> %l22, %l22
  %l24 = fmul <16 x float> %l23, %l23
  %l25 = fmul <16 x float> %l24, %l24
  %l26 = fmul <16 x float> %l25, %l25
  %l27 = fmul <16 x float> %l26, %l26
  %l28 = fmul <16 x float> %l27, %l27
  %l29 = fmul <16 x float> %l28, %l28
  %l30 = fmul <16 x float> %l29, %l29
  %l31 = fmul <16 x float> %l30, %l30
  %l32 = fmul <16 x float> %l31, %l31
  %l33 = fmul <16 x float> %l32, %l32
  %l34 = fmul <16 x float> %l33, %l33
  %l35 = fmul <16 x float> %l34, %l34
  %l36 = fmul <16 x float> %l35, %l35
  %l37 = fmul <16 x float> %l36, %l36
  %l38 = fmul <16 x float> %l37, %l37
  %l39 = fmul <16 x float> %l38, %l38
  %l40 = fmul <16 x float> %l39, %l39
  %l41 = fmul <16 x float> %l40, %l40
  %l42 = fmul <16 x float> %l41, %l41
  %l43 = fmul <16 x float> %l42, %l42
  %l44 = fmul <16 x float> %l43, %l43
  %l45 = fmul <16 x float> %l44, %l44
  %l46 = fmul <16 x float> %l45, %l45
  %l47 = fmul <16 x float> %l46, %l46
  %l48 = fmul <16 x float> %l47, %l47
  %l49 = fmul <16 x float> %l48, %l48
  %l50 = fmul <16 x float> %l49, %l49
  %l51 = fmul <16 x float> %l50, %l50
  %l52 = fmul <16 x float> %l51, %l51
  %l53 = fmul <16 x float> %l52, %l52
  %l54 = fmul <16 x float> %l53, %l53
  %l55 = fmul <16 x float> %l54, %l54
  %l56 = fmul <16 x float> %l55, %l55
  %l57 = fmul <16 x float> %l56, %l56
  %l58 = fmul <16 x float> %l57, %l57
  %l59 = fmul <16 x float> %l58, %l58
  %l60 = fmul <16 x float> %l59, %l59
  %l61 = fmul <16 x float> %l60, %l60
  %l62 = fmul <16 x float> %l61, %l61
  %l63 = fmul <16 x float> %l62, %l62
  %l64 = fmul <16 x float> %l63, %l63
  %l65 = fmul <16 x float> %l64, %l64
  %l66 = fmul <16 x float> %l65, %l65
  %l67 = fmul <16 x float> %l66, %l66
  %l68 = fmul <16 x float> %l67, %l67
  %l69 = fmul <16 x float> %l68, %l68
  store <16 x float> %l69, ptr %long
  ret void
}
