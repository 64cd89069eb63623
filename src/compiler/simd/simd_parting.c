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

// --- the other ways ---

struct search {
	const struct aw_unit *unit;
	const struct aw_uniformity *u;
	LLVMValueRef call;
	bool leavers; // threads that have left come to barriers as others do
	bool *asked;  // by block: whose decisions were looked at
	bool *seen;   // by block: to which lanes elsewhere may come
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

// Follows lanes that go on at block FROM.
static void follow(struct search *search, uint32_t from)
{
	const struct aw_cfg *cfg = &search->u->cfg;
	AW_VEC(uint32_t) work = { 0 };
	if (!search->seen[from])
		aw_need(aw_vec_push(&work, from));
	search->seen[from] = true;
	for (size_t i = 0; i < work.count && search->result != AW_PARTING_MEETS; i++) {
		if (!passes(search, cfg->blocks[work.items[i]]))
			continue;
		AW_FOR_SUCCESSORS(&cfg->graph, work.items[i], to) {
			if (!search->seen[*to])
				aw_need(aw_vec_push(&work, *to));
			search->seen[*to] = true;
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
				follow(search, aw_cfg_successor(&u->cfg, decision->block, i));
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
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), NULL, 0, false);
	LLVMValueRef awaited = LLVMBuildLoad2(builder, bits, simd->awaited, "");
	awaited = LLVMBuildAnd(builder, awaited, aw_simd_bits(simd, aw_simd_mask(simd, mask)), "");
	LLVMBasicBlockRef stuck = aw_simd_block(simd, "stuck"), on = aw_simd_block(simd, "on");
	LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, awaited, ""), on, stuck);
	LLVMPositionBuilderAtEnd(builder, stuck);
	LLVMBuildCall2(builder, type, aw_llvm_declare(simd->unit->module, "aw.stuck", type), NULL, 0, "");
	LLVMBuildBr(builder, on);
	LLVMPositionBuilderAtEnd(builder, on);
}
