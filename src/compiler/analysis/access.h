// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of vectorized code in one form, whether they have a mask or not.
#ifndef AW_COMPILER_ANALYSIS_ACCESS_H
#define AW_COMPILER_ANALYSIS_ACCESS_H

#include "../llvm.h"

struct aw_access {
	LLVMValueRef address;
	LLVMTypeRef type;    // of what is loaded or stored
	LLVMValueRef value;  // what is stored; NULL for a load
	LLVMValueRef mask;   // NULL: none
	LLVMValueRef passed; // what a masked load gives for lanes without a place in the mask, else NULL
};

// What INSTRUCTION accesses when it is a load, a store, llvm.masked.load or llvm.masked.store; false for all others.
bool aw_access_find(LLVMValueRef instruction, struct aw_access *access);

// Whether INSTRUCTION is llvm.masked.gather.
bool aw_access_is_gather(LLVMValueRef instruction);

// Says, or asks, of a masked store that all it might write is shared memory or the room beside it: where some lane stores, the others'
// places can be read and written again as they are, since the gangs that reach it, also those of other blocks, are one host thread's.
void aw_access_mark_own(LLVMValueRef store);
bool aw_access_is_own(LLVMValueRef store);

// Whether POINTER, as far as it can be followed, leads into shared memory.
bool aw_access_is_shared(LLVMValueRef pointer);
// The same for shared or local memory.
bool aw_access_is_blocks_own(LLVMValueRef pointer);

#endif
