// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that look for a place in a table, as hash tables with open addressing have them:
//
//     while (true) {
//         key = atomicCAS(&table[slot].key, EMPTY, mine);
//         if (key == EMPTY || key == mine)
//             break;
//         slot = (slot + 1) & mask;
//     }
//
// or goes along a list to its end, to append something:
//
//     while ((next = atomicCAS(&node[at].next, NONE, mine)) != NONE)
//         at = next;
//
// Such a loop tries another place in each turn and waits for nobody, as long as no place becomes free again.  So it counts as one that
// waits if the kernel goes on to write where it was tried, as locks are given back; another member of what was found may be written,
// and other places of the same kind may be taken.
#include "block_waits.h"

#include <assert.h>
#include <stdlib.h>

#include "../analysis/linear_form.h"
#include "../lower/waiting.h"

enum { DEEP = 10 };

// A value of the loop with HEADER that is another in each turn, since TRIAL is made elsewhere in the next.
struct move {
	LLVMBasicBlockRef header;
	LLVMValueRef trial, phi;
};

static bool moves_on(const struct move *move, LLVMValueRef value, bool added, unsigned depth);

// Back to the beginning, or the remainder by a size that could be 0 (lower_division.c).
static bool chosen_moves_on(const struct move *move, LLVMValueRef select, bool added, unsigned depth)
{
	bool some = false;
	for (unsigned i = 1; i <= 2; i++) {
		bool constant = LLVMIsConstant(LLVMGetOperand(select, i));
		if (!constant && !moves_on(move, LLVMGetOperand(select, i), added, depth))
			return false;
		some |= !constant;
	}
	return some;
}

// Whether VALUE is the phi with something added, and perhaps brought back into the table, or what the trial found.
static bool moves_on(const struct move *move, LLVMValueRef value, bool added, unsigned depth)
{
	int64_t number = 0;
	if (value == move->trial)
		return true;
	if (value == move->phi)
		return added;
	if (depth == 0 || !LLVMIsAInstruction(value))
		return false;
	LLVMValueRef first = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMZExt: case LLVMSExt: case LLVMTrunc: case LLVMFreeze: case LLVMAnd: case LLVMURem: case LLVMSRem:
	case LLVMExtractValue:
		return moves_on(move, first, added, depth - 1);
	case LLVMAdd: case LLVMGetElementPtr:
		return LLVMGetNumOperands(value) == 2 && aw_llvm_constant(LLVMGetOperand(value, 1), &number) && number &&
		       moves_on(move, first, true, depth - 1);
	case LLVMSelect:
		return chosen_moves_on(move, value, added, depth - 1);
	default:
		return false;
	}
}

// Whether VALUE hangs on such a value.
static bool differs(struct move *move, LLVMValueRef value, unsigned depth)
{
	if (depth == 0 || !LLVMIsAInstruction(value))
		return false;
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == move->header) {
		move->phi = value;
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (moves_on(move, LLVMGetIncomingValue(value, i), false, DEEP))
				return true;
		return false;
	}
	if (LLVMIsALoadInst(value) || LLVMIsAPHINode(value) || LLVMIsACallInst(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (differs(move, LLVMGetOperand(value, i), depth - 1))
			return true;
	return false;
}

// Whether the pointer BASE is a parameter or variable, or is read from a parameter passed by value.
static bool is_named(LLVMModuleRef module, LLVMValueRef base)
{
	struct aw_linear_form place;
	if (!aw_llvm_is_op(base, LLVMLoad))
		return LLVMIsAArgument(base) || LLVMIsAGlobalVariable(base);
	aw_linear_form_of(module, LLVMGetOperand(base, 0), &place);
	return place.known && place.count == 0 && LLVMIsAArgument(place.base);
}

// Whether what is written at OTHER is surely not what is tried at TRIED: of another parameter or variable, or another member of the same
// element.
static bool is_apart(LLVMModuleRef module, LLVMValueRef tried, LLVMValueRef other)
{
	struct aw_linear_form a, b, rest;
	if (aw_waits_is_local(other))
		return true;
	aw_linear_form_of(module, tried, &a);
	aw_linear_form_of(module, other, &b);
	bool named = is_named(module, a.base) && is_named(module, b.base);
	if (a.base != b.base && !(named && aw_linear_form_same_pointer(module, a.base, b.base)))
		return named;
	aw_linear_form_subtract(&b, &a, &rest);
	int64_t element = 0;
	for (unsigned i = 0; i < a.count; i++)
		element = llabs(a.terms[i].factor) > element ? llabs(a.terms[i].factor) : element;
	return a.known && rest.known && rest.count == 0 && rest.constant != 0 && llabs(rest.constant) < element;
}

// Whether OTHER takes places as TRIAL does: it changes none that isn't free.
static bool takes_too(LLVMValueRef trial, LLVMValueRef other)
{
	return LLVMIsAAtomicCmpXchgInst(other) && LLVMIsConstant(LLVMGetOperand(trial, 1)) &&
	       LLVMGetOperand(other, 1) == LLVMGetOperand(trial, 1);
}

// Whether code that follows TRIAL writes what may be tried.
static bool gives_back(const struct aw_cfg *cfg, LLVMValueRef trial)
{
	LLVMValueRef tried = LLVMGetOperand(trial, 0);
	LLVMModuleRef module = LLVMGetGlobalParent(cfg->function);
	AW_VEC(uint32_t) work = { 0 };
	bool *seen = AW_NEED_ARRAY(bool, cfg->count), found = false;
	uint32_t first = aw_cfg_number(cfg, LLVMGetInstructionParent(trial));
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count && !found; i++) {
		uint32_t block = work.items[i];
		LLVMValueRef at = i == 0 ? trial : LLVMGetFirstInstruction(cfg->blocks[block]);
		for (; at && !found; at = LLVMGetNextInstruction(at)) {
			LLVMValueRef other = aw_llvm_is_op(at, LLVMLoad) ? NULL : aw_block_waits_address(at);
			const struct aw_intrinsic *row = aw_intrinsic_of(at);
			bool calls = LLVMIsACallInst(at) && (!aw_llvm_callee(at) || aw_llvm_is_defined(aw_llvm_callee(at)));
			found = calls || (row && row->flags & AW_INTRINSIC_ATOMIC) ||
			        (other && at != trial && !takes_too(trial, at) && !is_apart(module, tried, other));
		}
		AW_FOR_SUCCESSORS(&cfg->graph, block, to) {
			if (!seen[*to])
				aw_need(aw_vec_push(&work, *to));
			seen[*to] = true;
		}
	}
	aw_vec_finish(&work);
	free(seen);
	return found;
}

bool aw_simd_is_probe(const struct aw_cfg *cfg, LLVMBasicBlockRef header, LLVMValueRef trial)
{
	assert(LLVMIsAAtomicCmpXchgInst(trial));
	struct move move = { .header = header, .trial = trial };
	return differs(&move, LLVMGetOperand(trial, 0), DEEP) && !gives_back(cfg, trial);
}
