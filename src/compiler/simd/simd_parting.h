// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that wait for all lanes of a warp, where a branch may have parted them.
#ifndef AW_COMPILER_SIMD_PARTING_H
#define AW_COMPILER_SIMD_PARTING_H

#include "simd.h"

// What lanes do that aren't at an operation for which the others have come.
enum aw_parting {
	AW_PARTING_NONE,  // there are none, or they have left, or leave without waiting for any
	AW_PARTING_STUCK, // they may come to where they wait for the others, who wait for them: nobody goes on
	AW_PARTING_MEETS, // they may meet the others from where they are, as only fibers can
};

// Whether CALL is an operation of a warp that waits for all its lanes, by a mask that is known.
bool aw_simd_names_all(LLVMValueRef call);
// Of CALL in BLOCK.
enum aw_parting aw_simd_parting_of(const struct aw_unit *unit, const struct aw_uniformity *uniformity, uint32_t block,
                                   LLVMValueRef call);

// In the gang's code, at its beginning.
void aw_simd_begin_awaiting(struct aw_simd *simd);
// The lanes that aren't in MASK are waited for in vain if they come to wait elsewhere.
void aw_simd_await_rest(struct aw_simd *simd, LLVMValueRef mask);
// Ends the launch if lanes of MASK, which come to wait for others, are waited for themselves.
void aw_simd_ask_awaited(struct aw_simd *simd, LLVMValueRef mask);

#endif
