// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores whose lanes choose among a few words that lie in a row of shared memory, as the first lane of each digit leaves how many there
// are: `counts[warp][digit] = sum`.  The row is a vector (simd_table.c), and the lanes that chose each of its words are known for all words
// at once (simd_tally.c):
//
//     lanes of each word      as bits, by a ballot for each bit of the numbers
//     the last of them        leading zeros of these
//     the row                 where there is one, its value, a permutation of the lanes' values; else what was there
//
// As in a scatter the last of several lanes stays.  AMD's processors take some thirty cycles for a scatter of sixteen words, whatever its
// mask is.
//
// The whole row is written.  Nobody else writes to it in between: a block runs on one worker, its gangs one after another.
// For AVX-512 alone; in shorter registers it takes as long as the other way.
#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "simd_place.h"
#include "simd_updates.h"

enum { WORD = 4, MOST = 16, LEAST_WIDTH = 16 };

// Among how many words the lanes of PLACE choose; 0: it is no store of that kind.
static unsigned choices(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMValueRef store = place->origin;
	if (strcmp(simd->unit->target, "x86-64-v4") || simd->gang.width < LEAST_WIDTH || place->size != WORD ||
	    LLVMGetTypeKind(place->element) == LLVMPointerTypeKind || place->address.shape.kind != AW_SHAPE_VARYING)
		return 0;
	if (!LLVMIsAStoreInst(store) || !aw_llvm_is_plain(store) || !aw_access_is_shared(LLVMGetOperand(store, 1)))
		return 0;
	unsigned count = aw_simd_choices(simd, place->address.value, LLVMGetOperand(store, 1), WORD);
	return count <= MOST ? count : 0;
}

bool aw_simd_store_table(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	LLVMBuilderRef builder = simd->builder;
	unsigned count = choices(simd, place);
	if (!count)
		return false;
	LLVMTypeRef row = LLVMVectorType(aw_simd_integer(simd, 32), count);
	LLVMValueRef address = place->address.value, base = LLVMGetOperand(address, 0);
	LLVMValueRef lanes = aw_simd_choosers(simd, aw_simd_choice(simd, address), count, place->mask);
	lanes = LLVMBuildZExtOrBitCast(builder, lanes, row, "");
	LLVMValueRef some = LLVMBuildICmp(builder, LLVMIntNE, lanes, LLVMConstNull(row), "");
	LLVMValueRef arguments[] = { lanes, LLVMConstNull(aw_simd_integer(simd, 1)) }; // no poison where there is none
	LLVMValueRef zeros = aw_simd_intrinsic(simd, "llvm.ctlz", &row, 1, arguments, 2);
	LLVMValueRef last = LLVMBuildXor(builder, zeros, aw_llvm_number(row, 31), "");
	LLVMValueRef words = LLVMBuildBitCast(builder, value, aw_simd_type(simd, aw_simd_integer(simd, 32)), "");
	LLVMValueRef taken = aw_simd_lookup(simd, LLVMBuildFreeze(builder, words, ""), last);
	LLVMValueRef old = aw_simd_load_counters(simd, row, base);
	LLVMValueRef store = LLVMBuildStore(builder, LLVMBuildSelect(builder, some, taken, old, ""), base);
	LLVMSetAlignment(store, WORD);
	return true;
}
