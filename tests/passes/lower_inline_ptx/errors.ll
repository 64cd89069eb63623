; What is wrong with inline PTX is told with the instruction and what of it; every statement is looked at.
;
; PASSES: lower_inline_ptx
; ERROR: inline PTX frobnicate.b32: is not supported on the CPU
; ERROR: inline PTX add.wild.u32: modifier .wild is not supported on the CPU
; ERROR: inline PTX mov.u32: %nowhere is no register known here
; ERROR: inline PTX add.u32: has 2 operands
; ERROR: inline PTX: PTX has ";" where an operand is expected
; ERROR: inline PTX: PTX ends where "]" is expected
; ERROR: inline PTX: label AWAY is not defined
; ERROR: inline PTX: "{" without "}"
; ERROR: inline PTX: type .u7 of register x is not supported
; ERROR: inline PTX mov.u32: $1 can't be set to a .u32
; ERROR: inline PTX add.u64: $1 has 32 bits, and .u64 is read from it
; ERROR: inline PTX ld.u32: addresses of 32 bits are those of shared memory only
; ERROR: inline PTX: constraint "=m" is not supported on the CPU
; ERROR: inline PTX mul.wide.u64: there is no .wide of this type
; ERROR: inline PTX lop3.b32: operand 5 must be a constant
; ERROR: inline PTX setp.lo.f32: there is no such comparison of this type
; ERROR: inline PTX vadd.u32.u32.u32: selector .b9 names no part of a register
; ERROR: inline PTX cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes: needs [map, {coordinates}]
; ERROR: inline PTX cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes: has 3 operands
; ERROR: modifier .tile::gather4 is not supported on the CPU
; ERROR: inline PTX cp.reduce.async.bulk.global.shared::cta.bulk_group.add: is not supported with these operands
; ERROR: inline PTX isspacep.param::func: asks for no parameter of a function
; ERROR: inline PTX mov.u32: %envreg32 is no register known here
; ERROR: inline PTX tensormap.replace.tile.box_dim.global.b1024.b32: has no dimension 5

define ptx_kernel void @k(i32 %x, i64 %y, float %f, ptr %p) {
  %1 = call i32 asm "frobnicate.b32 $0, 1;", "=r"()
  %2 = call i32 asm "add.wild.u32 $0, $1, 1;", "=r,r"(i32 %x)
  %3 = call i32 asm "mov.u32 $0, %nowhere;", "=r"()
  %4 = call i32 asm "add.u32 $0, $1;", "=r,r"(i32 %x)
  %5 = call i32 asm "mov.u32 $0, ;", "=r"()
  %6 = call i32 asm "ld.u32 $0, [$1", "=r,l"(ptr %p)
  call void asm sideeffect "bra AWAY;", ""()
  call void asm sideeffect "{ membar.gl;", ""()
  call void asm sideeffect ".reg .u7 x;", ""()
  %7 = call i32 asm "mov.u32 $1, 1;", "=r,r"(i32 7)
  %8 = call i64 asm "add.u64 $0, $1, 1;", "=l,r"(i32 %x)
  %9 = call i32 asm "ld.u32 $0, [$1];", "=r,r"(i32 %x)
  %10 = call i32 asm "mov.u32 $0, 1;", "=m"()
  %11 = call i64 asm "mul.wide.u64 $0, $1, $1;", "=l,l"(i64 %y)
  %12 = call i32 asm "lop3.b32 $0, $1, $1, $1, $1;", "=r,r"(i32 %x)
  call void asm sideeffect "{ .reg .pred p; setp.lo.f32 p, $0, $0; }", "f"(float %f)
  %13 = call i32 asm "vadd.u32.u32.u32 $0, $1.b9, $1;", "=r,r"(i32 %x)
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$0}], [$0];", "r,l"(i32 %x, ptr %p)
  call void asm sideeffect "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$0, $0, $0}], [$0];", "r,l"(i32 %x, ptr %p)
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [$0], [$1, {$0, $0, $0, $0, $0}], [$0];", "r,l"(i32 %x, ptr %p)
  call void asm sideeffect "cp.reduce.async.bulk.global.shared::cta.bulk_group.add [$1], [$0], 16;", "r,l"(i32 %x, ptr %p)
  call void asm sideeffect "tensormap.replace.tile.box_dim.global.b1024.b32 [$1], 5, $0;", "r,l"(i32 %x, ptr %p)
  %14 = call i32 asm "{ .reg .pred p; isspacep.param::func p, $1; selp.u32 $0, 1, 0, p; }", "=r,l"(i64 %y)
  %15 = call i32 asm "mov.u32 $0, %envreg32;", "=r"()
  ret void
}
