// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in which blocks wait for earlier blocks alone, as the pass of a radix sort does in which each thread looks back for the digit
// that is its own (A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022).  All that any
// loop waits for lies at
//
//     base + factor * number of the block + what differs among its threads
//
// and below all that the block itself writes from the same base.  Then a block only waits for those with lower numbers, and the one with
// the lowest waits for nobody: whatever the order of the gangs of a block, all blocks come to an end.  The number may be any that is the
// block's: its index, a ticket in shared memory.
//
// Addresses are taken for what the program means: indices don't wrap, and different parameters of a kernel point to different things.
#include "block_waits.h"

#include <assert.h>

#include "../analysis/access.h"
#include "../analysis/linear_form.h"
#include "../analysis/shape_rules.h"
#include "../lower/waiting.h"

enum { MOST_PHIS = 8 };

struct order {
	const struct aw_unit *unit;
	const struct aw_uniformity *u;
	uint32_t max_threads; // of a block, or 0
};

// Pointers that a question is about, from the innermost on.
struct asked {
	LLVMValueRef root;
	const struct asked *outer;
	unsigned depth;
};

static struct aw_linear_form form_of(const struct order *order, LLVMValueRef value)
{
	struct aw_linear_form form;
	aw_linear_form_of(order->unit->module, value, &form);
	return form;
}

static bool is_same(const struct order *order, LLVMValueRef one, LLVMValueRef other)
{
	return aw_linear_form_same_pointer(order->unit->module, one, other);
}

// --- bounds ---

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMFreeze))
		value = LLVMGetOperand(value, 0);
	return value;
}

// The most that VALUE may be for CONDITION to be TAKEN, or MOST.
static uint64_t most_for(LLVMValueRef condition, bool taken, LLVMValueRef value, uint64_t most)
{
	int64_t number = 0;
	if (!LLVMIsAICmpInst(condition) || without_casts(LLVMGetOperand(condition, 0)) != value ||
	    !aw_llvm_constant(LLVMGetOperand(condition, 1), &number) || number < 0)
		return most;
	uint64_t end = (uint64_t)number;
	switch (LLVMGetICmpPredicate(condition)) {
	case LLVMIntULT: case LLVMIntSLT: return taken && end > 0 && end - 1 < most ? end - 1 : most;
	case LLVMIntULE: case LLVMIntSLE: return taken && end < most ? end : most;
	case LLVMIntUGT: case LLVMIntSGT: return !taken && end < most ? end : most;
	case LLVMIntUGE: case LLVMIntSGE: return !taken && end > 0 && end - 1 < most ? end - 1 : most;
	default: return most;
	}
}

// The highest that VALUE, which isn't negative, can be in threads that come to BLOCK; false when it may be.
static bool find_highest(const struct order *order, LLVMValueRef value, uint32_t block, int64_t *highest)
{
	const struct aw_uniformity *u = order->u;
	value = without_casts(value);
	uint64_t most = aw_bounds_highest(value);
	if (order->max_threads && most >= order->max_threads && aw_starts_with(aw_intrinsic_register(value), "tid."))
		most = order->max_threads - 1;
	if (most > INT32_MAX)
		return false;
	for (uint32_t parent; (parent = u->dominators.parent[block]) != AW_NONE; block = parent) {
		uint32_t i;
		if (aw_cfg_successor_count(&u->cfg, parent) == 2 && aw_block_waits_way(u, parent, block, &i))
			most = most_for(LLVMGetCondition(LLVMGetBasicBlockTerminator(u->cfg.blocks[parent])), i == 0, value, most);
	}
	*highest = (int64_t)most;
	return true;
}

// --- sums ---

// What VALUE, a phi perhaps made narrower, is at most: what it begins with if it goes down from turn to turn, or its only value; NULL: it
// isn't known.
static LLVMValueRef most_of_phi(const struct order *order, LLVMValueRef value)
{
	LLVMValueRef phi = aw_llvm_is_op(value, LLVMTrunc) ? LLVMGetOperand(value, 0) : value;
	if (!LLVMIsAPHINode(phi))
		return NULL;
	if (LLVMCountIncoming(phi) == 1)
		return LLVMGetIncomingValue(phi, 0);
	for (unsigned i = 0; i < 2 && LLVMCountIncoming(phi) == 2; i++) {
		struct aw_linear_form next = form_of(order, LLVMGetIncomingValue(phi, i));
		if (next.known && next.count == 1 && next.terms[0].value == phi && next.terms[0].factor == 1 && next.constant < 0)
			return LLVMGetIncomingValue(phi, 1 - i);
	}
	return NULL;
}

// Makes FORM, an address, one that isn't lower and has no phis of loops that count down.
static void raise_phis(const struct order *order, struct aw_linear_form *form)
{
	for (unsigned change = 0; change < MOST_PHIS; change++) {
		LLVMValueRef most = NULL;
		struct aw_linear_term term = { 0 };
		for (unsigned i = 0; i < form->count && !most; i++) {
			term = form->terms[i];
			most = term.factor > 0 ? most_of_phi(order, term.value) : NULL;
		}
		if (!most)
			return;
		struct aw_linear_form minus = { .known = true, .count = 1 }, more = form_of(order, most), changed;
		minus.terms[0] = term;
		aw_linear_form_subtract(form, &minus, &changed);
		for (unsigned i = 0; i < more.count; i++)
			more.terms[i].factor *= -term.factor;
		more.constant *= -term.factor;
		LLVMValueRef base = form->base;
		aw_linear_form_subtract(&changed, &more, form);
		form->base = base;
	}
}

// A thread reads the same as all others of its block: a value of the block, or shared memory that all read at the same place.
static bool is_of_block(const struct order *order, LLVMValueRef value)
{
	if (aw_uniformity_shape(order->u, value).kind <= AW_SHAPE_BLOCK)
		return true;
	return aw_llvm_is_op(value, LLVMLoad) && aw_access_is_shared(LLVMGetOperand(value, 0)) &&
	       aw_uniformity_shape(order->u, LLVMGetOperand(value, 0)).kind <= AW_SHAPE_BLOCK;
}

// Takes the terms that differ among threads that come to BLOCK out of FORM and adds to its constant what they are at least, or at most.
static bool take_differing(const struct order *order, struct aw_linear_form *form, uint32_t block, bool least)
{
	unsigned kept = 0;
	for (unsigned i = 0; i < form->count; i++) {
		struct aw_linear_term term = form->terms[i];
		int64_t highest;
		if (is_of_block(order, term.value))
			form->terms[kept++] = term;
		else if (!find_highest(order, term.value, block, &highest))
			return false;
		else if (least == (term.factor < 0))
			form->constant += term.factor * highest;
	}
	form->count = kept;
	return true;
}

static uint32_t block_of(const struct order *order, LLVMValueRef instruction)
{
	return aw_cfg_number(&order->u->cfg, LLVMGetInstructionParent(instruction));
}

// Whether WAIT reads below all that WRITER, of the same block, writes from the same base.
static bool is_below(const struct order *order, LLVMValueRef wait, LLVMValueRef writer)
{
	struct aw_linear_form read = form_of(order, aw_block_waits_address(wait)), write = form_of(order, aw_block_waits_address(writer)), gap;
	assert(read.base && write.base);
	raise_phis(order, &read);
	if (!take_differing(order, &read, block_of(order, wait), false) || !take_differing(order, &write, block_of(order, writer), true))
		return false;
	aw_linear_form_subtract(&write, &read, &gap);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(order->unit->module);
	return gap.known && gap.count == 0 && gap.constant >= (int64_t)LLVMABISizeOfType(layout, LLVMTypeOf(wait));
}

// Whether POINTER surely leads to something else than BASE does, whichever way it came; all of OUTER are being asked.
static bool is_elsewhere(const struct order *order, LLVMValueRef base, LLVMValueRef pointer, const struct asked *outer)
{
	LLVMValueRef root = form_of(order, pointer).base;
	const struct asked here = { root, outer, outer ? outer->depth + 1 : 0 };
	for (const struct asked *one = outer; one; one = one->outer)
		if (one->root == root)
			return true;
	if (here.depth == MOST_PHIS)
		return false;
	if (!LLVMIsAPHINode(root))
		return aw_block_waits_is_global(root) && !is_same(order, base, root);
	for (unsigned i = 0; i < LLVMCountIncoming(root); i++)
		if (!is_elsewhere(order, base, LLVMGetIncomingValue(root, i), &here))
			return false;
	return true;
}

static bool is_below_all(const struct order *order, LLVMValueRef wait)
{
	LLVMValueRef base = form_of(order, aw_block_waits_address(wait)).base;
	for (uint32_t block = 0; block < order->u->cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, order->u->cfg.blocks[block]) {
			if (!aw_block_waits_is_seen(order->unit, instruction))
				continue;
			LLVMValueRef address = aw_block_waits_address(instruction);
			if (!address || (!is_elsewhere(order, base, address, NULL) &&
			                 (!is_same(order, base, form_of(order, address).base) || !is_below(order, wait, instruction))))
				return false;
		}
	return true;
}

bool aw_block_order_holds(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t max_threads, const struct aw_spins *spins)
{
	struct order order = { unit, u, max_threads };
	for (size_t i = 0; i < spins->list.count; i++) {
		LLVMValueRef wait = spins->list.items[i].wait, address = aw_block_waits_address(wait);
		if (!aw_llvm_is_op(wait, LLVMLoad) || !aw_block_waits_is_global(address) || !is_below_all(&order, wait))
			return false;
	}
	return true;
}
