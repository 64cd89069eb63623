// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction under another rounding mode than to nearest, in one piece of assembly so that nothing moves in or
// out: between two writes of MXCSR (x86-64) or FPCR (AArch64).
#ifndef AW_DEVLIB_CPU_SUPPORT_ROUNDING_H
#define AW_DEVLIB_CPU_SUPPORT_ROUNDING_H

#include <stdint.h>

#if defined(__x86_64__)

enum { NEAREST = 0, DOWN = 0x2000, UP = 0x4000, TO_ZERO = 0x6000, MODES = 0x6000 };
typedef uint32_t control;

static inline control control_now(void) { return __builtin_ia32_stmxcsr(); }

#define IN_REGISTER "x"
#define CONTROL "m"
#define SET_CONTROL(which) "ldmxcsr %[" which "]"
// The operation %[t] = %[t] op %[s], and that with one operand.
#define TWO_SINGLES(name) #name "ss %[s], %[t]"
#define TWO_DOUBLES(name) #name "sd %[s], %[t]"
#define ONE_SINGLE(name) #name "ss %[s], %[t]"
#define ONE_DOUBLE(name) #name "sd %[s], %[t]"
#define INTEGER_TO_SINGLE "cvtsi2ssq %[s], %[t]"
#define INTEGER_TO_DOUBLE "cvtsi2sdq %[s], %[t]"
#define DOUBLE_TO_SINGLE "cvtsd2ss %[s], %[t]"
// %[t] = %[t] * %[s] + %[c].
#define FUSED_SINGLE "vfmadd213ss %[c], %[s], %[t]"
#define FUSED_DOUBLE "vfmadd213sd %[c], %[s], %[t]"
#define FUSED_FUNCTION __attribute__((target("fma")))

#elif defined(__aarch64__)

enum { NEAREST = 0, UP = 0x400000, DOWN = 0x800000, TO_ZERO = 0xc00000, MODES = 0xc00000 };
typedef uint64_t control;

static inline control control_now(void)
{
	control now;
	__asm__ volatile("mrs %0, fpcr" : "=r"(now));
	return now;
}

#define IN_REGISTER "w"
#define CONTROL "r"
#define SET_CONTROL(which) "msr fpcr, %[" which "]"
#define TWO_SINGLES(name) "f" #name " %s[t], %s[t], %s[s]"
#define TWO_DOUBLES(name) "f" #name " %d[t], %d[t], %d[s]"
#define ONE_SINGLE(name) "f" #name " %s[t], %s[s]"
#define ONE_DOUBLE(name) "f" #name " %d[t], %d[s]"
#define INTEGER_TO_SINGLE "scvtf %s[t], %x[s]"
#define INTEGER_TO_DOUBLE "scvtf %d[t], %x[s]"
#define DOUBLE_TO_SINGLE "fcvt %s[t], %d[s]"
#define FUSED_SINGLE "fmadd %s[t], %s[t], %s[s], %s[c]"
#define FUSED_DOUBLE "fmadd %d[t], %d[t], %d[s], %d[c]"
#define FUSED_FUNCTION

#else
#error "no rounding modes for this processor"
#endif

// Runs INSTRUCTION under MODE: reads and writes TARGET, reads SOURCE, which is in a register of kind PLACE.
#define UNDER_MODE(instruction, mode, target, place, source) \
	do { \
		control usual = control_now(), other = (usual & ~(control)MODES) | (mode); \
		__asm__ volatile(SET_CONTROL("other") "\n\t" instruction "\n\t" SET_CONTROL("usual") \
		                 : [t] "+" IN_REGISTER(target) \
		                 : [s] place(source), [other] CONTROL(other), [usual] CONTROL(usual)); \
	} while (0)

// The same for a sum with the third operand ADDED.
#define FUSED_UNDER_MODE(instruction, mode, target, source, added) \
	do { \
		control usual = control_now(), other = (usual & ~(control)MODES) | (mode); \
		__asm__ volatile(SET_CONTROL("other") "\n\t" instruction "\n\t" SET_CONTROL("usual") \
		                 : [t] "+" IN_REGISTER(target) \
		                 : [s] IN_REGISTER(source), [c] IN_REGISTER(added), [other] CONTROL(other), \
		                   [usual] CONTROL(usual)); \
	} while (0)

#endif
