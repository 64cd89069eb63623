// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context switch for AArch64, AAPCS64.  A context is a stack pointer; above it lie x19 to x30, d8 to
// d15 and FPCR, which is all that a callee must keep.
#if defined(__aarch64__)
	.text

// void aw_cpu_switch(void **save, void *load)
	.globl	aw_cpu_switch
	.hidden	aw_cpu_switch
	.type	aw_cpu_switch, %function
	.p2align 4
aw_cpu_switch:
	.cfi_startproc
	sub	sp, sp, #176
	stp	x19, x20, [sp, #0]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	stp	d8, d9, [sp, #96]
	stp	d10, d11, [sp, #112]
	stp	d12, d13, [sp, #128]
	stp	d14, d15, [sp, #144]
	mrs	x9, fpcr
	str	x9, [sp, #160]
	mov	x10, sp
	str	x10, [x0]
	mov	sp, x1
	ldr	x10, [sp, #160]
	cmp	x9, x10
	b.eq	0f
	msr	fpcr, x10
0:	ldp	x19, x20, [sp, #0]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	ldp	d8, d9, [sp, #96]
	ldp	d10, d11, [sp, #112]
	ldp	d12, d13, [sp, #128]
	ldp	d14, d15, [sp, #144]
	add	sp, sp, #176
	ret
	.cfi_endproc
	.size	aw_cpu_switch, . - aw_cpu_switch

// Where a new context begins: calls x19 with x20.  The callee never returns.
	.globl	aw_cpu_switch_start
	.hidden	aw_cpu_switch_start
	.type	aw_cpu_switch_start, %function
	.p2align 4
aw_cpu_switch_start:
	.cfi_startproc
	.cfi_undefined x30
	mov	x0, x20
	mov	x29, xzr
	blr	x19
	brk	#1
	.cfi_endproc
	.size	aw_cpu_switch_start, . - aw_cpu_switch_start
#endif
	.section .note.GNU-stack, "", %progbits
