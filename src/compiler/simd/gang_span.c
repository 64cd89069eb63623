// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several neighbouring blocks of a grid as one: a span.  The gangs of its blocks go through the regions together, so
// memory is walked along whole rows of blocks rather than along one block's: in a grid-stride loop each turn reads one
// long piece, in a two-dimensional grid of narrow blocks each row does.  The blocks of a grid run in any order and any
// interleaving (CUDA C++ Programming Guide, "Thread Hierarchy"), so it is legal; what waits for other blocks isn't made
// gangs at all.
//
// A block whose gangs have nothing to do with one another may as well be split, which pays for long loops in grids of fewer
// blocks than there are workers.
//
// In a span blockIdx.x is a value of the gang, and each block has its own part of the span's shared memory.  What gangs of a
// block must decide together may then differ within the span, which gang_regions.c finds out; the kernel is done block
// by block then.  So are kernels that share memory or have barriers but no loop of which it makes one long walk: what they
// share rather stays in the first cache.
//
// Where only what follows such loops hinders (the last block of a grid adds up what all have left, say), the blocks part at a barrier
// behind them that every gang comes by once: from there on they go block by block, in a loop of gang_nest.c's.
#include <assert.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../target/nvptx.h"
#include "gang_block.h"
#include "simd_asserts.h"

static bool is_block_index(LLVMValueRef instruction)
{
	return !strcmp(aw_intrinsic_register(instruction), "ctaid.x");
}

static bool is_step(LLVMValueRef call)
{
	return !strcmp(aw_llvm_callee_name(call), "aw.block.any");
}

// What CALL means for a span; *BARRIER: it is one; *STEP: the blocks keep step in a loop.
static bool call_fits(LLVMValueRef call, bool *barrier, bool *step)
{
	const char *name = aw_llvm_callee_name(call);
	if (aw_block_is_plain_barrier(call)) {
		*barrier = true;
		return true;
	}
	if (is_step(call)) {
		*step = true;
		return true;
	}
	LLVMValueRef callee = aw_llvm_callee(call);
	const struct aw_intrinsic *row = callee ? aw_intrinsic_find(callee) : NULL;
	if (row && row->uniformity == AW_UNIFORM_BLOCK && aw_starts_with(name, "llvm.nvvm.read.ptx.sreg.cluster"))
		return false;
	return row ? aw_block_call_is_pure(call) : aw_starts_with(name, "llvm.") || aw_starts_with(name, "aw.gang.") || aw_simd_is_assert(call);
}

// Whether FUNCTION uses GLOBAL; *STRAIGHT becomes false when it does so other than through a generic pointer.
static bool uses(LLVMValueRef function, LLVMValueRef global, bool *straight)
{
	bool used = false;
	aw_llvm_expand_constant_users(global);
	AW_FOR_USES(use, global) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user)) {
			*straight = false;
		} else if (aw_llvm_function_of(user) == function) {
			used = true;
			*straight = *straight && aw_llvm_is_op(user, LLVMAddrSpaceCast);
		}
	}
	return used;
}

// Whether FUNCTION uses shared memory; *STRAIGHT becomes false where it may do so other than through generic pointers.
static bool uses_any(const struct aw_unit *unit, LLVMValueRef function, bool *straight)
{
	bool used = false;
	AW_FOR_GLOBALS(global, unit->module)
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED)
			used |= uses(function, global, straight);
	return used;
}

bool aw_gang_span_fits(const struct aw_unit *unit, const struct aw_unit_form *form, bool *split)
{
	bool barrier = false, step = false, straight = true;
	if (form->geometry != AW_CPU_GEOMETRY_FULL || form->across)
		return false;
	AW_FOR_BLOCKS(part, form->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (aw_llvm_is_op(call, LLVMCall) && !call_fits(call, &barrier, &step))
				return false;
	bool shares = uses_any(unit, form->function, &straight);
	*split = (step || form->dealt) && !barrier && !shares;
	return straight && (step || (!barrier && !shares));
}

// --- where blocks part ---

struct parting {
	struct aw_cfg cfg;
	struct aw_dominators post;
	struct aw_loops loops;
	bool *behind; // by block: it can be reached from the one looked at
	AW_VEC(uint32_t) work;
};

// What is reached from block FROM.
static void reach(struct parting *parting, uint32_t from)
{
	memset(parting->behind, 0, parting->cfg.count * sizeof(*parting->behind));
	aw_need(aw_vec_push(&parting->work, from));
	while (parting->work.count) {
		uint32_t at = parting->work.items[--parting->work.count];
		AW_FOR_SUCCESSORS(&parting->cfg.graph, at, next) {
			if (!parting->behind[*next])
				aw_need(aw_vec_push(&parting->work, *next));
			parting->behind[*next] = true;
		}
	}
}

// Whether CALL is nothing that other blocks of a span hear of, run as they are one by one.
static bool fits_alone(LLVMValueRef call)
{
	bool barrier, step;
	const char *name = aw_llvm_callee_name(call);
	return call_fits(call, &barrier, &step) || aw_starts_with(name, "aw.block.") || aw_starts_with(name, "llvm.nvvm.membar.");
}

// Whether the blocks can go together up to BARRIER, behind which the search has been, and from there on one by one, and keep step in
// loops before it alone.
static bool parts_at(const struct parting *parting, LLVMValueRef barrier)
{
	bool step = false;
	for (uint32_t at = 0; at < parting->cfg.count; at++) {
		bool behind = parting->behind[at], ignored;
		AW_FOR_INSTRUCTIONS(call, parting->cfg.blocks[at]) {
			behind |= call == barrier;
			if (!aw_llvm_is_op(call, LLVMCall))
				continue;
			if (behind ? !fits_alone(call) || is_step(call) : !call_fits(call, &ignored, &step))
				return false;
		}
	}
	return step;
}

// The first barrier in block AT at which the blocks can part.
static LLVMValueRef parting_in(struct parting *parting, uint32_t at)
{
	AW_FOR_INSTRUCTIONS(call, parting->cfg.blocks[at])
		if (aw_block_is_plain_barrier(call) && parts_at(parting, call))
			return call;
	return NULL;
}

LLVMValueRef aw_gang_span_parting(const struct aw_unit *unit, const struct aw_unit_form *form, LLVMValueRef function)
{
	struct parting parting = { 0 };
	LLVMValueRef found = NULL;
	bool straight = true;
	if (form->geometry != AW_CPU_GEOMETRY_FULL)
		return NULL;
	uses_any(unit, function, &straight);
	if (!straight)
		return NULL;
	aw_cfg_init(&parting.cfg, function);
	aw_post_dominators_init(&parting.post, &parting.cfg);
	aw_loops_init(&parting.loops, &parting.cfg);
	parting.behind = AW_NEED_ARRAY(bool, parting.cfg.count);
	for (uint32_t at = 0; at < parting.cfg.count && !found; at++) {
		if (parting.loops.innermost[at] != AW_NONE || !aw_dominates(&parting.post, at, 0))
			continue;
		reach(&parting, at);
		found = parting_in(&parting, at);
	}
	free(parting.behind);
	aw_vec_finish(&parting.work);
	aw_loops_finish(&parting.loops);
	aw_dominators_finish(&parting.post);
	aw_cfg_finish(&parting.cfg);
	return found;
}

// --- a gang's block ---

// Which block code belongs to: before the parting the gang's own, behind it the one whose turn it is.
enum side { TOGETHER, ALONE, SIDES };

struct sides {
	struct aw_gang_block *block;
	struct aw_map alone;            // the blocks of code behind the parting
	LLVMValueRef start[SIDES];      // what a side begins with
	LLVMValueRef distance[SIDES];   // of the block's shared memory from that of the span's first, once asked for
};

static void begin_sides(struct sides *sides)
{
	sides->start[TOGETHER] = aw_llvm_behind_locals(sides->block->function);
	if (sides->block->parting) {
		LLVMBasicBlockRef behind = aw_llvm_split_before(LLVMGetNextInstruction(sides->block->parting));
		sides->start[ALONE] = LLVMGetFirstInstruction(behind);
		aw_llvm_reach(behind, &sides->alone);
	}
}

static enum side side_of(const struct sides *sides, LLVMValueRef instruction)
{
	return aw_map_get(&sides->alone, LLVMGetInstructionParent(instruction)) ? ALONE : TOGETHER;
}

// The number of the block in the span.
static LLVMValueRef make_number(struct sides *sides, enum side side)
{
	if (side == TOGETHER)
		return aw_gang_place(sides->block, "aw.gang.block");
	LLVMValueRef number = aw_gang_place(sides->block, "aw.span.block");
	if (!aw_llvm_has_no_memory(aw_llvm_callee(number)))
		aw_llvm_add_attribute(aw_llvm_callee(number), LLVMAttributeFunctionIndex, "memory");
	return number;
}

static LLVMValueRef distance_on(struct sides *sides, enum side side)
{
	LLVMBuilderRef builder = sides->block->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(sides->block->unit->context);
	if (!sides->distance[side]) {
		aw_llvm_at(builder, sides->start[side]);
		LLVMValueRef size = LLVMBuildZExt(builder, aw_gang_place(sides->block, "aw.span.shared"), wide, "");
		LLVMValueRef index = LLVMBuildZExt(builder, make_number(sides, side), wide, "");
		sides->distance[side] = LLVMBuildNUWMul(builder, index, size, "");
	}
	return sides->distance[side];
}

// What VALUE, blockIdx.x or the address of a shared variable, is on SIDE, made before PLACE.
static LLVMValueRef make_own(struct sides *sides, enum side side, LLVMValueRef value, LLVMValueRef place)
{
	LLVMBuilderRef builder = sides->block->unit->builder;
	if (is_block_index(value)) {
		aw_llvm_at(builder, place);
		LLVMValueRef first = aw_gang_place(sides->block, "aw.span.first");
		return LLVMBuildAdd(builder, first, make_number(sides, side), "");
	}
	assert(aw_llvm_is_op(value, LLVMAddrSpaceCast) && "others don't fit");
	LLVMValueRef distance = distance_on(sides, side);
	aw_llvm_at(builder, place);
	return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(sides->block->unit->context), value, &distance, 1, "");
}

// Puts what VALUE is for the block of each side in its place.
static void set_own(struct sides *sides, LLVMValueRef value)
{
	struct use {
		LLVMValueRef user;
		unsigned operand;
	};
	AW_VEC(struct use) uses = { 0 };
	LLVMValueRef own[SIDES] = { 0 };
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
			if (LLVMGetOperand(user, i) == value)
				aw_need(aw_vec_push(&uses, ((struct use){ user, i })));
	}
	enum side home = side_of(sides, value);
	for (size_t i = 0; i < uses.count; i++) {
		enum side side = side_of(sides, uses.items[i].user);
		assert((side == ALONE || home == TOGETHER) && "what is made alone isn't used before");
		if (!own[side])
			own[side] = make_own(sides, side, value, side == home ? LLVMGetNextInstruction(value) : sides->start[side]);
		LLVMSetOperand(uses.items[i].user, uses.items[i].operand, own[side]);
	}
	aw_vec_finish(&uses);
}

static void set_own_shared(struct sides *sides, LLVMValueRef global)
{
	AW_VEC(LLVMValueRef) casts = { 0 };
	AW_FOR_USES(use, global)
		if (aw_llvm_function_of(LLVMGetUser(use)) == sides->block->function)
			aw_need(aw_vec_push(&casts, LLVMGetUser(use)));
	sides->block->shares |= casts.count > 0;
	for (size_t i = 0; i < casts.count; i++)
		set_own(sides, casts.items[i]);
	aw_vec_finish(&casts);
}

void aw_gang_span_begin(struct aw_gang_block *block)
{
	struct sides sides = { .block = block };
	assert(block->span && block->geometry == AW_CPU_GEOMETRY_FULL);
	begin_sides(&sides);
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (is_block_index(call))
				set_own(&sides, call);
	AW_FOR_GLOBALS(global, block->unit->module)
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED)
			set_own_shared(&sides, global);
	AW_FOR_BLOCKS(part, block->function) // no sooner, as a side may begin with one
		AW_FOR_INSTRUCTIONS_SAFE(call, part)
			if (is_block_index(call))
				aw_llvm_erase(call);
	aw_map_finish(&sides.alone);
}
