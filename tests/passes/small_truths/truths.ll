; Truths of bytes and shorts that several comparisons decide are numbers from the start; what isn't chosen may be poison.
;
; TARGET: x86-64-v4
; PASSES: small_truths
; CHECK: define <32 x i8> @life(
; CHECK: xor <32 x i8> %n, <i8 3
; CHECK: @llvm.usub.sat.v32i8(<32 x i8> <i8 1
; CHECK: @llvm.umin.v32i8(<32 x i8> %m, <32 x i8> <i8 1
; CHECK: freeze <32 x i8>
; CHECK: or <32 x i8>
; CHECK: freeze <32 x i8>
; CHECK: and <32 x i8>
; CHECK: define <16 x i16> @between(
; CHECK: @llvm.usub.sat.v16i16(<16 x i16> %x, <16 x i16> %low)
; CHECK: @llvm.usub.sat.v16i16(<16 x i16> %high, <16 x i16> %x)
; CHECK: xor <16 x i16>
; CHECK: define <32 x i8> @one(
; CHECK: zext
; CHECK: define <32 x i8> @shared(
; CHECK: zext
; CHECK: define <32 x i8> @signed(
; CHECK: zext
; CHECK: define <16 x i8> @wider(
; CHECK: zext
; COUNT 4: zext

define <32 x i8> @life(<32 x i8> %n, <32 x i8> %m) {
  %three = icmp eq <32 x i8> %n, splat (i8 3)
  %lives = icmp ne <32 x i8> %m, zeroinitializer
  %either = select <32 x i1> %three, <32 x i1> splat (i1 true), <32 x i1> %lives
  %even = and <32 x i8> %n, splat (i8 -2)
  %few = icmp eq <32 x i8> %even, splat (i8 2)
  %both = select <32 x i1> %few, <32 x i1> %either, <32 x i1> zeroinitializer
  %r = zext <32 x i1> %both to <32 x i8>
  ret <32 x i8> %r
}

define <16 x i16> @between(<16 x i16> %x, <16 x i16> %low, <16 x i16> %high) {
  %a = icmp ugt <16 x i16> %x, %low
  %b = icmp ult <16 x i16> %x, %high
  %both = and <16 x i1> %a, %b
  %not = xor <16 x i1> %both, splat (i1 true)
  %r = zext <16 x i1> %not to <16 x i16>
  ret <16 x i16> %r
}

define <32 x i8> @one(<32 x i8> %n) {
  %three = icmp eq <32 x i8> %n, splat (i8 3)
  %r = zext <32 x i1> %three to <32 x i8>
  ret <32 x i8> %r
}

define <32 x i8> @shared(<32 x i8> %n, <32 x i8> %m, ptr %p) {
  %three = icmp eq <32 x i8> %n, splat (i8 3)
  %lives = icmp ne <32 x i8> %m, zeroinitializer
  %either = or <32 x i1> %three, %lives
  store <32 x i1> %three, ptr %p
  %r = zext <32 x i1> %either to <32 x i8>
  ret <32 x i8> %r
}

define <32 x i8> @signed(<32 x i8> %n, <32 x i8> %m) {
  %three = icmp slt <32 x i8> %n, splat (i8 3)
  %lives = icmp ne <32 x i8> %m, zeroinitializer
  %either = or <32 x i1> %three, %lives
  %r = zext <32 x i1> %either to <32 x i8>
  ret <32 x i8> %r
}

define <16 x i8> @wider(<16 x i32> %n, <16 x i8> %m) {
  %three = icmp eq <16 x i32> %n, splat (i32 3)
  %lives = icmp ne <16 x i8> %m, zeroinitializer
  %either = or <16 x i1> %three, %lives
  %r = zext <16 x i1> %either to <16 x i8>
  ret <16 x i8> %r
}
