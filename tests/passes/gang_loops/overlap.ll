; Windows of three rows of ten numbers overlap from one gang to the next: side by side the gangs keep seven rows each, so two fit into 16
; registers, where eight would be short enough.  Four rows apart they have nothing in common, and eight go side by side.
;
; PASSES: gang_loops
; FORM: k.full 8 1
; CHECK: void @k.full
; CHECK: = and i32 %2, -2
; CHECK: = and i32 %2, -8

declare i32 @aw.gang.x()
declare i32 @aw.gang.y()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @k(ptr %out) {
  ret void
}

define void @k.full(ptr %a, ptr %b, <8 x float> %w) {
  %x = call i32 @aw.gang.x()
  %y = call i32 @aw.gang.y()
  %neary = mul i32 %y, 48
  %nearat = add i32 %neary, %x
  %nearp = getelementptr float, ptr %a, i32 %nearat
  %nearq0 = getelementptr float, ptr %nearp, i32 0
  %nearv0 = load <8 x float>, ptr %nearq0
  %nears0 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv0, <8 x float> zeroinitializer)
  %nearq1 = getelementptr float, ptr %nearp, i32 1
  %nearv1 = load <8 x float>, ptr %nearq1
  %nears1 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv1, <8 x float> %nears0)
  %nearq2 = getelementptr float, ptr %nearp, i32 2
  %nearv2 = load <8 x float>, ptr %nearq2
  %nears2 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv2, <8 x float> %nears1)
  %nearq3 = getelementptr float, ptr %nearp, i32 3
  %nearv3 = load <8 x float>, ptr %nearq3
  %nears3 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv3, <8 x float> %nears2)
  %nearq4 = getelementptr float, ptr %nearp, i32 4
  %nearv4 = load <8 x float>, ptr %nearq4
  %nears4 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv4, <8 x float> %nears3)
  %nearq5 = getelementptr float, ptr %nearp, i32 5
  %nearv5 = load <8 x float>, ptr %nearq5
  %nears5 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv5, <8 x float> %nears4)
  %nearq6 = getelementptr float, ptr %nearp, i32 6
  %nearv6 = load <8 x float>, ptr %nearq6
  %nears6 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv6, <8 x float> %nears5)
  %nearq7 = getelementptr float, ptr %nearp, i32 7
  %nearv7 = load <8 x float>, ptr %nearq7
  %nears7 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv7, <8 x float> %nears6)
  %nearq8 = getelementptr float, ptr %nearp, i32 8
  %nearv8 = load <8 x float>, ptr %nearq8
  %nears8 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv8, <8 x float> %nears7)
  %nearq9 = getelementptr float, ptr %nearp, i32 9
  %nearv9 = load <8 x float>, ptr %nearq9
  %nears9 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv9, <8 x float> %nears8)
  %nearq10 = getelementptr float, ptr %nearp, i32 48
  %nearv10 = load <8 x float>, ptr %nearq10
  %nears10 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv10, <8 x float> %nears9)
  %nearq11 = getelementptr float, ptr %nearp, i32 49
  %nearv11 = load <8 x float>, ptr %nearq11
  %nears11 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv11, <8 x float> %nears10)
  %nearq12 = getelementptr float, ptr %nearp, i32 50
  %nearv12 = load <8 x float>, ptr %nearq12
  %nears12 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv12, <8 x float> %nears11)
  %nearq13 = getelementptr float, ptr %nearp, i32 51
  %nearv13 = load <8 x float>, ptr %nearq13
  %nears13 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv13, <8 x float> %nears12)
  %nearq14 = getelementptr float, ptr %nearp, i32 52
  %nearv14 = load <8 x float>, ptr %nearq14
  %nears14 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv14, <8 x float> %nears13)
  %nearq15 = getelementptr float, ptr %nearp, i32 53
  %nearv15 = load <8 x float>, ptr %nearq15
  %nears15 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv15, <8 x float> %nears14)
  %nearq16 = getelementptr float, ptr %nearp, i32 54
  %nearv16 = load <8 x float>, ptr %nearq16
  %nears16 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv16, <8 x float> %nears15)
  %nearq17 = getelementptr float, ptr %nearp, i32 55
  %nearv17 = load <8 x float>, ptr %nearq17
  %nears17 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv17, <8 x float> %nears16)
  %nearq18 = getelementptr float, ptr %nearp, i32 56
  %nearv18 = load <8 x float>, ptr %nearq18
  %nears18 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv18, <8 x float> %nears17)
  %nearq19 = getelementptr float, ptr %nearp, i32 57
  %nearv19 = load <8 x float>, ptr %nearq19
  %nears19 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv19, <8 x float> %nears18)
  %nearq20 = getelementptr float, ptr %nearp, i32 96
  %nearv20 = load <8 x float>, ptr %nearq20
  %nears20 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv20, <8 x float> %nears19)
  %nearq21 = getelementptr float, ptr %nearp, i32 97
  %nearv21 = load <8 x float>, ptr %nearq21
  %nears21 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv21, <8 x float> %nears20)
  %nearq22 = getelementptr float, ptr %nearp, i32 98
  %nearv22 = load <8 x float>, ptr %nearq22
  %nears22 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv22, <8 x float> %nears21)
  %nearq23 = getelementptr float, ptr %nearp, i32 99
  %nearv23 = load <8 x float>, ptr %nearq23
  %nears23 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv23, <8 x float> %nears22)
  %nearq24 = getelementptr float, ptr %nearp, i32 100
  %nearv24 = load <8 x float>, ptr %nearq24
  %nears24 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv24, <8 x float> %nears23)
  %nearq25 = getelementptr float, ptr %nearp, i32 101
  %nearv25 = load <8 x float>, ptr %nearq25
  %nears25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv25, <8 x float> %nears24)
  %nearq26 = getelementptr float, ptr %nearp, i32 102
  %nearv26 = load <8 x float>, ptr %nearq26
  %nears26 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv26, <8 x float> %nears25)
  %nearq27 = getelementptr float, ptr %nearp, i32 103
  %nearv27 = load <8 x float>, ptr %nearq27
  %nears27 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv27, <8 x float> %nears26)
  %nearq28 = getelementptr float, ptr %nearp, i32 104
  %nearv28 = load <8 x float>, ptr %nearq28
  %nears28 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv28, <8 x float> %nears27)
  %nearq29 = getelementptr float, ptr %nearp, i32 105
  %nearv29 = load <8 x float>, ptr %nearq29
  %nears29 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %nearv29, <8 x float> %nears28)
  store <8 x float> %nears29, ptr %nearp
  call void @llvm.nvvm.barrier0()
  %fary = mul i32 %y, 192
  %farat = add i32 %fary, %x
  %farp = getelementptr float, ptr %b, i32 %farat
  %farq0 = getelementptr float, ptr %farp, i32 0
  %farv0 = load <8 x float>, ptr %farq0
  %fars0 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv0, <8 x float> zeroinitializer)
  %farq1 = getelementptr float, ptr %farp, i32 1
  %farv1 = load <8 x float>, ptr %farq1
  %fars1 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv1, <8 x float> %fars0)
  %farq2 = getelementptr float, ptr %farp, i32 2
  %farv2 = load <8 x float>, ptr %farq2
  %fars2 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv2, <8 x float> %fars1)
  %farq3 = getelementptr float, ptr %farp, i32 3
  %farv3 = load <8 x float>, ptr %farq3
  %fars3 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv3, <8 x float> %fars2)
  %farq4 = getelementptr float, ptr %farp, i32 4
  %farv4 = load <8 x float>, ptr %farq4
  %fars4 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv4, <8 x float> %fars3)
  %farq5 = getelementptr float, ptr %farp, i32 5
  %farv5 = load <8 x float>, ptr %farq5
  %fars5 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv5, <8 x float> %fars4)
  %farq6 = getelementptr float, ptr %farp, i32 6
  %farv6 = load <8 x float>, ptr %farq6
  %fars6 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv6, <8 x float> %fars5)
  %farq7 = getelementptr float, ptr %farp, i32 7
  %farv7 = load <8 x float>, ptr %farq7
  %fars7 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv7, <8 x float> %fars6)
  %farq8 = getelementptr float, ptr %farp, i32 8
  %farv8 = load <8 x float>, ptr %farq8
  %fars8 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv8, <8 x float> %fars7)
  %farq9 = getelementptr float, ptr %farp, i32 9
  %farv9 = load <8 x float>, ptr %farq9
  %fars9 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv9, <8 x float> %fars8)
  %farq10 = getelementptr float, ptr %farp, i32 48
  %farv10 = load <8 x float>, ptr %farq10
  %fars10 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv10, <8 x float> %fars9)
  %farq11 = getelementptr float, ptr %farp, i32 49
  %farv11 = load <8 x float>, ptr %farq11
  %fars11 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv11, <8 x float> %fars10)
  %farq12 = getelementptr float, ptr %farp, i32 50
  %farv12 = load <8 x float>, ptr %farq12
  %fars12 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv12, <8 x float> %fars11)
  %farq13 = getelementptr float, ptr %farp, i32 51
  %farv13 = load <8 x float>, ptr %farq13
  %fars13 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv13, <8 x float> %fars12)
  %farq14 = getelementptr float, ptr %farp, i32 52
  %farv14 = load <8 x float>, ptr %farq14
  %fars14 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv14, <8 x float> %fars13)
  %farq15 = getelementptr float, ptr %farp, i32 53
  %farv15 = load <8 x float>, ptr %farq15
  %fars15 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv15, <8 x float> %fars14)
  %farq16 = getelementptr float, ptr %farp, i32 54
  %farv16 = load <8 x float>, ptr %farq16
  %fars16 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv16, <8 x float> %fars15)
  %farq17 = getelementptr float, ptr %farp, i32 55
  %farv17 = load <8 x float>, ptr %farq17
  %fars17 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv17, <8 x float> %fars16)
  %farq18 = getelementptr float, ptr %farp, i32 56
  %farv18 = load <8 x float>, ptr %farq18
  %fars18 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv18, <8 x float> %fars17)
  %farq19 = getelementptr float, ptr %farp, i32 57
  %farv19 = load <8 x float>, ptr %farq19
  %fars19 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv19, <8 x float> %fars18)
  %farq20 = getelementptr float, ptr %farp, i32 96
  %farv20 = load <8 x float>, ptr %farq20
  %fars20 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv20, <8 x float> %fars19)
  %farq21 = getelementptr float, ptr %farp, i32 97
  %farv21 = load <8 x float>, ptr %farq21
  %fars21 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv21, <8 x float> %fars20)
  %farq22 = getelementptr float, ptr %farp, i32 98
  %farv22 = load <8 x float>, ptr %farq22
  %fars22 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv22, <8 x float> %fars21)
  %farq23 = getelementptr float, ptr %farp, i32 99
  %farv23 = load <8 x float>, ptr %farq23
  %fars23 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv23, <8 x float> %fars22)
  %farq24 = getelementptr float, ptr %farp, i32 100
  %farv24 = load <8 x float>, ptr %farq24
  %fars24 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv24, <8 x float> %fars23)
  %farq25 = getelementptr float, ptr %farp, i32 101
  %farv25 = load <8 x float>, ptr %farq25
  %fars25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv25, <8 x float> %fars24)
  %farq26 = getelementptr float, ptr %farp, i32 102
  %farv26 = load <8 x float>, ptr %farq26
  %fars26 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv26, <8 x float> %fars25)
  %farq27 = getelementptr float, ptr %farp, i32 103
  %farv27 = load <8 x float>, ptr %farq27
  %fars27 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv27, <8 x float> %fars26)
  %farq28 = getelementptr float, ptr %farp, i32 104
  %farv28 = load <8 x float>, ptr %farq28
  %fars28 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv28, <8 x float> %fars27)
  %farq29 = getelementptr float, ptr %farp, i32 105
  %farv29 = load <8 x float>, ptr %farq29
  %fars29 = call <8 x float> @llvm.fma.v8f32(<8 x float> %w, <8 x float> %farv29, <8 x float> %fars28)
  store <8 x float> %fars29, ptr %farp
  ret void
}

declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
