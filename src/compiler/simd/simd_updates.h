// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on memory of the block's own whose results nobody wants.
#ifndef AW_COMPILER_SIMD_UPDATES_H
#define AW_COMPILER_SIMD_UPDATES_H

#include "simd.h"

enum { AW_SIMD_MAX_UPDATES = 8 };

struct aw_simd_update {
	LLVMValueRef instruction;             // the kernel's
	struct aw_simd_value address, value; // its operands
	LLVMValueRef root;                    // the vector of aw_simd_update_root
	struct aw_simd_value row;             // where that lies in memory, strided by its size; value NULL: it doesn't
};

// --- simd_atomic.c ---

bool aw_simd_is_update(LLVMValueRef instruction);
// The kernel's INSTRUCTION for one lane, on scalars.
void aw_simd_update_one(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef address, LLVMValueRef value);

// EXCHANGE, a compare and swap of memory that is the block's own, as a plain load, comparison and store with OPERANDS, the address, what is
// expected and what is new; PAIR: what was there, and whether that was expected.
void aw_simd_exchange_one(struct aw_simd *simd, LLVMValueRef exchange, LLVMValueRef operands[3], LLVMValueRef pair[2]);

// --- simd_updates.c ---

// The value of the kernel that the address of INSTRUCTION is best computed from for each lane by itself.
LLVMValueRef aw_simd_update_root(LLVMValueRef instruction);
// COUNT of them, with nothing in between that has to do with memory, and none of whose addresses is uniform.
void aw_simd_updates(struct aw_simd *simd, const struct aw_simd_update *updates, unsigned count, LLVMValueRef mask);

// --- simd_tally.c ---

// UPDATE in all lanes of MASK at once, where it adds one number to few places in a row; false: it doesn't.
bool aw_simd_tally(struct aw_simd *simd, const struct aw_simd_update *update, LLVMValueRef mask);
// For each of COUNT places, a power of two, at most 32, which lanes of MASK have its number as their CHOICE, i32: a bit a lane.
LLVMValueRef aw_simd_choosers(struct aw_simd *simd, LLVMValueRef choice, unsigned count, LLVMValueRef mask);
// A row of words at BASE, TYPE, that is to be changed and stored there, with the mark of an atomic made plain (simd_atomic.c): other gangs
// change it between this and the store if they aren't kept from it.
LLVMValueRef aw_simd_load_counters(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef base);

#endif
