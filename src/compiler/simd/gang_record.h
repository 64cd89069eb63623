// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the arrays of what gangs keep (gang_state.c) lie in memory.
#ifndef AW_COMPILER_GANG_RECORD_H
#define AW_COMPILER_GANG_RECORD_H

#include "gang_block.h"

// What an array of TYPE with an element for each gang is aligned to: a line, or what loads and stores of its elements say.
unsigned aw_gang_alignment(const struct aw_gang_block *block, LLVMTypeRef type);

// Joins those of ARRAYS, COUNT different allocas with an element for each gang, whose elements are used together.
void aw_gang_record_join(struct aw_gang_block *block, const LLVMValueRef *arrays, size_t count);

// Decides how many gangs a span may have by what each keeps, and gives all arrays room for as many.
void aw_gang_record_lengthen(struct aw_gang_block *block);

#endif
