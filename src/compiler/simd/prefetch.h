// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asking for memory before it is needed.  A prefetch never faults, so the address may be anything.
#ifndef AW_COMPILER_SIMD_PREFETCH_H
#define AW_COMPILER_SIMD_PREFETCH_H

#include "../pipeline.h"

enum aw_prefetch_kind {
	AW_PREFETCH_READ,
	AW_PREFETCH_READ_LATER, // into the second cache: the first has no room for it until then
	AW_PREFETCH_WRITE       // into the second cache, too: there a Zen 4's stores take it from sooner than if it has to make room in the first
};

// Asks for the line DISTANCE bytes behind ADDRESS, where the unit's builder stands.
void aw_prefetch_line(struct aw_unit *unit, LLVMValueRef address, uint64_t distance, enum aw_prefetch_kind kind);

// Asks for the first lines of the SIZE bytes at ADDRESS, where the unit's builder stands.
void aw_prefetch_row(struct aw_unit *unit, LLVMValueRef address, uint64_t size, enum aw_prefetch_kind kind);

// Whether the instruction VALUE is arithmetic of addresses that is worth doing again to know a later one.
bool aw_prefetch_can_repeat(LLVMValueRef value);

// Says of VALUE what it will be, *LATER, NULL: nobody knows; false: it will be what its operands make of it.
typedef bool aw_prefetch_foresight(void *user, LLVMValueRef value, LLVMValueRef *later);

// What VALUE will be, computed where BUILDER stands by at most DEPTH operations one behind the other; NULL when it isn't simple arithmetic.
LLVMValueRef aw_prefetch_repeat(LLVMBuilderRef builder, LLVMValueRef value, unsigned depth, aw_prefetch_foresight *foresee, void *user);

#endif
