// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shuffle, vote or reduction for the whole warp waits for all its lanes that haven't left, wherever they are: fibers make
// them meet as the hardware does (docs/semantics.md), a gang has only those that are here.  So where a branch may have parted the
// lanes before one, the other ways from there are followed up to where the lanes that took them stop first:
//
//     at the kernel's end        nobody waits for them
//     at such an operation of    both meet, whatever the place: not in gangs
//     the same kind
//     at another, or at a        they wait for the lanes here, and these for them.  No correct program comes to that, so
//     barrier of the block       gangs may take it that it doesn't happen; but they look
//
// as with
//
//     if (thread / 32 == 0)      // of a block whose rows are no whole warps: does each warp go one way?
//         sum = reduce(partial[thread]);
//     __syncthreads();
//
// A gang notes at an operation to which not all its lanes have come who is missing, and asks wherever lanes come to wait for all
// whether any of them was.  If so, the launch ends, and the block runs once more as fibers, which tell who waits where.
#include "simd_parting.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/need.h"
#include "../analysis/shape_rules.h"

static bool is_syncwarp(const char *name)
{
	return !strcmp(name, "llvm.nvvm.bar.warp.sync");
}

// The mask that names CALL's lanes, NULL: it has none.
static LLVMValueRef mask_of(LLVMValueRef call)
{
	const char *name = aw_llvm_callee_name(call);
	if (aw_starts_with(name, "llvm.nvvm.redux."))
		return LLVMGetOperand(call, 1);
	bool named = is_syncwarp(name) || (aw_starts_with(name, "llvm.nvvm.") && strstr(name, ".sync") && aw_intrinsic_of(call) &&
	                                   (aw_intrinsic_of(call)->flags & AW_INTRINSIC_WARP));
	return named ? LLVMGetOperand(call, 0) : NULL;
}

bool aw_simd_names_all(LLVMValueRef call)
{
	int64_t number = 0;
	LLVMValueRef mask = LLVMIsACallInst(call) ? mask_of(call) : NULL;
	return mask && aw_llvm_constant(mask, &number) && (uint32_t)number == UINT32_MAX;
}

// How much of an operation's name says what it is; types follow, of which fibers know nothing.
static size_t kind_length(const char *name)
{
	static const char *const typed[] = { "llvm.nvvm.shfl.sync.", "llvm.nvvm.match." };
	for (size_t i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
		size_t length = strlen(typed[i]);
		if (aw_starts_with(name, typed[i]))
			return length + strcspn(name + length, ".");
	}
	return strlen(name);
}

// Whether A and B do the same, but for the types of what they exchange.
static bool same_kind(LLVMValueRef a, LLVMValueRef b)
{
	const char *one = aw_llvm_callee_name(a), *other = aw_llvm_callee_name(b);
	size_t length = kind_length(one);
	return length == kind_length(other) && memcmp(one, other, length) == 0;
}

// --- what is known of lanes that went another way ---

// Whether VALUE is NUMBER down to a multiple of 2^*BITS, or where that is negative up.
static bool is_rounded(LLVMValueRef value, LLVMValueRef number, int64_t *bits)
{
	int64_t divisor = 0;
	if (!aw_llvm_is_op(value, LLVMShl) || !aw_llvm_constant(LLVMGetOperand(value, 1), bits) || *bits <= 0 || *bits > 62)
		return false;
	LLVMValueRef quotient = LLVMGetOperand(value, 0);
	return aw_llvm_is_op(quotient, LLVMSDiv) && LLVMGetOperand(quotient, 0) == number &&
	       aw_llvm_constant(LLVMGetOperand(quotient, 1), &divisor) && divisor == (int64_t)1 << *bits;
}

// Whether VALUE compares with multiples of 2^BITS as NUMBER does: it is the same, or what simd_even.c made of it.
static bool compares_as(LLVMValueRef value, LLVMValueRef number, int64_t bits)
{
	int64_t count = 0, mask = 0;
	if (value == number)
		return true;
	if (!aw_llvm_is_op(value, LLVMAShr) || !aw_llvm_is_op(number, LLVMAShr) ||
	    LLVMGetOperand(value, 1) != LLVMGetOperand(number, 1) || !aw_llvm_constant(LLVMGetOperand(value, 1), &count))
		return false;
	LLVMValueRef even = LLVMGetOperand(value, 0);
	return aw_llvm_is_op(even, LLVMAnd) && LLVMGetOperand(even, 0) == LLVMGetOperand(number, 0) &&
	       aw_llvm_constant(LLVMGetOperand(even, 1), &mask) && count >= 0 && bits + count < 63 &&
	       (mask | (((int64_t)1 << (bits + count)) - 1)) == -1;
}

// Whether CONDITION fails wherever FAILED does: it is the same, or asks the same number to be below a bound that is no higher.
static bool fails_with(LLVMValueRef condition, LLVMValueRef failed)
{
	int64_t bits = 0;
	if (condition == failed)
		return true;
	if (!LLVMIsAICmpInst(condition) || !LLVMIsAICmpInst(failed) || LLVMGetICmpPredicate(condition) != LLVMIntSLT ||
	    LLVMGetICmpPredicate(failed) != LLVMIntSLT || !is_rounded(LLVMGetOperand(condition, 1), LLVMGetOperand(failed, 1), &bits))
		return false;
	// Where the bound is negative it was rounded up, but to 0 at most, which no index is below.
	LLVMValueRef number = LLVMGetOperand(failed, 0);
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(number));
	return compares_as(LLVMGetOperand(condition, 0), number, bits) && width <= 64 && aw_bounds_highest(number) <= UINT64_MAX >> (65 - width);
}

// --- the other ways ---

struct search {
	const struct aw_unit *unit;
	const struct aw_uniformity *u;
	LLVMValueRef call;
	bool leavers; // threads that have left come to barriers as others do
	bool *asked;  // by block: whose decisions were looked at
	bool *seen;   // by block: to which lanes elsewhere may come, of those that are followed
	LLVMValueRef failed; // what fails for all of these; NULL: unknown
	enum aw_parting result;
};

// What comes of it when lanes elsewhere come to INSTRUCTION; NONE: they go on.
static enum aw_parting find_stop(const struct search *search, LLVMValueRef instruction)
{
	const char *reason;
	if (!LLVMIsACallInst(instruction) || !aw_llvm_callee(instruction))
		return AW_PARTING_NONE;
	enum aw_simd_form form = aw_simd_call_form(search->unit, instruction, &reason);
	if (form != AW_SIMD_WARP && form != AW_SIMD_BLOCK)
		return AW_PARTING_NONE;
	if (search->leavers)
		return AW_PARTING_MEETS;
	if (form == AW_SIMD_BLOCK)
		return AW_PARTING_STUCK;
	if (aw_simd_names_all(instruction))
		return same_kind(search->call, instruction) ? AW_PARTING_MEETS : AW_PARTING_STUCK;
	// What others exchange while these wait, these would take part in as a gang.
	return is_syncwarp(aw_llvm_callee_name(instruction)) ? AW_PARTING_NONE : AW_PARTING_MEETS;
}

// Whether lanes elsewhere that come to BLOCK go on to what follows it.
static bool passes(struct search *search, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		enum aw_parting stop = find_stop(search, instruction);
		search->result = stop > search->result ? stop : search->result;
		if (stop)
			return false;
	}
	return true;
}

// Whether none of the lanes that are followed takes successor INDEX of BLOCK.
static bool is_closed(const struct search *search, LLVMBasicBlockRef block, uint32_t index)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	return search->failed && index == 0 && aw_llvm_is_op(end, LLVMBr) && LLVMIsConditional(end) &&
	       fails_with(LLVMGetCondition(end), search->failed);
}

// Follows lanes that go on from block PARTED at its successor INDEX.  What they know holds as long as it isn't computed anew: in no loop.
static void follow(struct search *search, uint32_t parted, uint32_t index)
{
	const struct aw_cfg *cfg = &search->u->cfg;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[parted]);
	uint32_t from = aw_cfg_successor(cfg, parted, index);
	AW_VEC(uint32_t) work = { 0 };
	bool once = index == 1 && search->u->loops.innermost[parted] == AW_NONE && aw_llvm_is_op(end, LLVMBr);
	search->failed = once ? LLVMGetCondition(end) : NULL;
	memset(search->seen, 0, cfg->count * sizeof(*search->seen));
	aw_need(aw_vec_push(&work, from));
	search->seen[from] = true;
	for (size_t i = 0; i < work.count && search->result != AW_PARTING_MEETS; i++) {
		uint32_t at = work.items[i];
		bool on = passes(search, cfg->blocks[at]);
		for (uint32_t n = 0; on && n < aw_cfg_successor_count(cfg, at); n++) {
			uint32_t to = aw_cfg_successor(cfg, at, n);
			if (search->seen[to] || is_closed(search, cfg->blocks[at], n))
				continue;
			aw_need(aw_vec_push(&work, to));
			search->seen[to] = true;
		}
	}
	aw_vec_finish(&work);
}

// Follows the lanes that don't come to BLOCK with the others.  Lanes that a guard keeps away have left the kernel.
static void follow_others(struct search *search, uint32_t block)
{
	const struct aw_uniformity *u = search->u;
	search->asked[block] = true;
	AW_FOR_DECISIONS(&u->dependence, block, decision) {
		bool parts = u->divergent_branch[decision->block] &&
		             !aw_simd_is_guard(LLVMGetBasicBlockTerminator(u->cfg.blocks[decision->block]));
		for (uint32_t i = 0; parts && i < aw_cfg_successor_count(&u->cfg, decision->block); i++)
			if (i != decision->successor)
				follow(search, decision->block, i);
		if (!search->asked[decision->block])
			follow_others(search, decision->block);
	}
}

static bool has_leavers(const struct aw_uniformity *u)
{
	for (uint32_t block = 0; block < u->cfg.count; block++)
		if (aw_simd_is_guard(LLVMGetBasicBlockTerminator(u->cfg.blocks[block])))
			return true;
	return false;
}

enum aw_parting aw_simd_parting_of(const struct aw_unit *unit, const struct aw_uniformity *uniformity, uint32_t block,
                                   LLVMValueRef call)
{
	if (!uniformity->partial[block] || !aw_simd_names_all(call) || is_syncwarp(aw_llvm_callee_name(call)))
		return AW_PARTING_NONE;
	struct search search = {
		.unit = unit,
		.u = uniformity,
		.call = call,
		.leavers = has_leavers(uniformity),
		.asked = AW_NEED_ARRAY(bool, uniformity->cfg.count),
		.seen = AW_NEED_ARRAY(bool, uniformity->cfg.count),
	};
	follow_others(&search, block);
	free(search.asked);
	free(search.seen);
	return search.result;
}

// --- the gang's code ---

void aw_simd_begin_awaiting(struct aw_simd *simd)
{
	simd->awaited = LLVMBuildAlloca(simd->builder, aw_simd_integer(simd, 32), "awaited");
	LLVMBuildStore(simd->builder, aw_simd_number(simd, 32, 0), simd->awaited);
}

void aw_simd_await_rest(struct aw_simd *simd, LLVMValueRef mask)
{
	LLVMTypeRef bits = aw_simd_integer(simd, 32);
	if (!mask)
		return;
	LLVMValueRef rest = LLVMBuildNot(simd->builder, aw_simd_bits(simd, mask), "");
	LLVMValueRef before = LLVMBuildLoad2(simd->builder, bits, simd->awaited, "");
	LLVMBuildStore(simd->builder, LLVMBuildOr(simd->builder, before, rest, ""), simd->awaited);
}

void aw_simd_ask_awaited(struct aw_simd *simd, LLVMValueRef mask)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef bits = aw_simd_integer(simd, 32);
	LLVMValueRef awaited = LLVMBuildLoad2(builder, bits, simd->awaited, "");
	awaited = LLVMBuildAnd(builder, awaited, aw_simd_bits(simd, aw_simd_mask(simd, mask)), "");
	LLVMBasicBlockRef stuck = aw_simd_block(simd, "stuck"), on = aw_simd_block(simd, "on");
	LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, awaited, ""), on, stuck);
	LLVMPositionBuilderAtEnd(builder, stuck);
	aw_unit_mark(simd->unit, "aw.stuck");
	LLVMBuildBr(builder, on);
	LLVMPositionBuilderAtEnd(builder, on);
}
