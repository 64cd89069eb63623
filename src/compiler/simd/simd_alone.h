// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other ways to run threads that have nothing to do with one another than as gangs of neighbours.
#ifndef AW_COMPILER_SIMD_ALONE_H
#define AW_COMPILER_SIMD_ALONE_H

#include "../pipeline.h"

// Copies of a kernel that run all threads of a span of blocks, or NULL.
struct aw_simd_ways {
	LLVMValueRef refilled; // as one gang of WIDTH lanes (simd_refill.c)
	uint32_t width;
	LLVMValueRef single;   // one after the other (simd_single.c), finished
};

// Those that may be faster for FUNCTION, a kernel's copy before it is finished, than gangs of WIDTH lanes.
void aw_simd_find_ways(struct aw_unit *unit, LLVMValueRef function, uint32_t width, struct aw_simd_ways *ways);

// Whether INSTRUCTION is an access for which threads that are neighbours along x lie side by side in memory.
bool aw_simd_is_of_row(LLVMValueRef instruction);

// Lets what asks for the register NAME in FUNCTION have what a variable holds, which it returns; NULL: nobody asks.
LLVMValueRef aw_simd_keep_register(struct aw_unit *unit, LLVMValueRef function, const char *name);

#endif
