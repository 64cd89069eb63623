// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context switch for x86-64, System V ABI.  A context is a stack pointer; above it lie, from low to
// high: r15 r14 r13 r12 rbx rbp, the return address.  MXCSR and the x87 control word stay as they are: device code
// changes MXCSR for single instructions only (support_rounding.h), its sticky bits differ from thread to thread, and
// reading and loading these words is slower than all the rest together.
#if defined(__x86_64__)
	.text

// void aw_cpu_switch(void **save, void *load)
	.globl	aw_cpu_switch
	.hidden	aw_cpu_switch
	.type	aw_cpu_switch, @function
	.p2align 4
aw_cpu_switch:
	.cfi_startproc
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	retq
	.cfi_endproc
	.size	aw_cpu_switch, . - aw_cpu_switch

// Where a new context begins: calls r12 with r13.  The callee never returns.
	.globl	aw_cpu_switch_start
	.hidden	aw_cpu_switch_start
	.type	aw_cpu_switch_start, @function
	.p2align 4
aw_cpu_switch_start:
	.cfi_startproc
	.cfi_undefined rip
	movq	%r13, %rdi
	xorl	%ebp, %ebp
	callq	*%r12
	ud2
	.cfi_endproc
	.size	aw_cpu_switch_start, . - aw_cpu_switch_start
#endif
	.section .note.GNU-stack, "", %progbits
