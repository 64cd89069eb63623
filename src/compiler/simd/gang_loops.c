// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the code of one gang (simd.h) the code of a block: splits it where all gangs have to come by before one
// goes on (gang_regions.c), keeps what a gang needs of itself from one region to the next (gang_state.c), and
// puts a loop over the gangs around each region:
//
//     for (each gang of the block)
//         region
//
// (gang_nest.c).  A barrier then is the way from one loop to the next and costs nothing itself.  What is the same for all gangs
// and has no effect is done once, without a loop.  A barrier that also adds up (ors, ands) has a variable that
// is set before the loop in front of it and to which each gang brings its part.
//
// Where it pays, the loop is over the gangs of several neighbouring blocks (gang_span.c).
//
// A form in which a barrier stands where gangs may come by or not is given up: the kernel runs as fibers.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../lower/waiting.h"
#include "early_loads.h"
#include "gang_block.h"
#include "gang_tall.h"
#include "prefetch_block.h"
#include "prefetch_leap.h"
#include "prefetch_tile.h"

static LLVMTypeRef number_type(struct aw_gang_block *block)
{
	return LLVMInt32TypeInContext(block->unit->context);
}

static LLVMValueRef number(struct aw_gang_block *block, uint64_t value)
{
	return LLVMConstInt(number_type(block), value, false);
}

LLVMValueRef aw_gang_place(struct aw_gang_block *block, const char *name)
{
	return aw_llvm_ask_number(block->unit->builder, block->unit->module, name);
}

// --- barriers ---

static LLVMValueRef combine(LLVMBuilderRef builder, const char *what, LLVMValueRef a, LLVMValueRef b)
{
	if (!strcmp(what, "add"))
		return LLVMBuildAdd(builder, a, b, "");
	return !strcmp(what, "and") ? LLVMBuildAnd(builder, a, b, "") : LLVMBuildOr(builder, a, b, "");
}

// CALL is aw.block.WHAT: the region before it combines what its gangs bring.
static void collect(struct aw_gang_block *block, LLVMValueRef call, const char *what)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMBasicBlockRef latch = aw_llvm_only_way_to(LLVMGetInstructionParent(call));
	assert(latch);
	uint32_t region = aw_gang_region_of(block, latch);
	assert(region != AW_NONE && block->regions.items[region].latch == latch);
	LLVMValueRef first = number(block, 0);
	if (!strcmp(what, "and"))
		first = LLVMConstAllOnes(number_type(block));

	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block->start));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef variable = LLVMBuildAlloca(builder, number_type(block), what);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(block->regions.items[region].before));
	LLVMBuildStore(builder, first, variable);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(latch));
	LLVMValueRef before = LLVMBuildLoad2(builder, number_type(block), variable, "");
	aw_need(aw_map_put(&block->uniformity.differing, before, before)); // from turn to turn of the loop
	LLVMBuildStore(builder, combine(builder, what, before, LLVMGetOperand(call, 0)), variable);
	aw_llvm_at(builder, call);
	LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(builder, number_type(block), variable, ""));
}

static void replace_barriers(struct aw_gang_block *block)
{
	static const char *const prefix = "aw.block.";
	AW_FOR_BLOCKS(part, block->function) {
		if (!aw_map_get(&block->once, part))
			continue;
		AW_FOR_INSTRUCTIONS_SAFE(call, part) {
			LLVMValueRef callee = aw_llvm_callee(call);
			if (!callee)
				continue;
			if (aw_starts_with(aw_llvm_name(callee), prefix))
				collect(block, call, aw_llvm_name(callee) + strlen(prefix));
			if (!aw_waits_for_grid(call)) // for the block as a whole
				aw_llvm_erase(call);
		}
	}
}

// --- what needs no loop ---

static bool has_no_effect(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMStore: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr:
	case LLVMVAArg: case LLVMAlloca:
		return false;
	case LLVMLoad:
		return aw_llvm_is_plain(instruction);
	case LLVMCall:
		return aw_block_call_is_pure(instruction);
	default:
		return !LLVMIsATerminatorInst(instruction);
	}
}

// Drops what is computed again elsewhere and not needed here: it could ask for a loop.
static void drop_unused(struct aw_gang_block *block)
{
	for (bool again = true; again;) {
		again = false;
		AW_FOR_BLOCKS(part, block->function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, part)
				if (!LLVMGetFirstUse(instruction) && has_no_effect(instruction)) {
					aw_llvm_erase(instruction);
					again = true;
				}
	}
}

// Whether each gang must do INSTRUCTION for itself.
static bool is_each_gangs(const struct aw_gang_block *block, LLVMValueRef instruction)
{
	if (aw_gang_is_place(instruction) || !aw_block_uniform(&block->uniformity, instruction))
		return true;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMStore:
	case LLVMFence:
		return true;
	case LLVMCall:
		return !aw_block_call_is_pure(instruction);
	default:
		return false;
	}
}

static void find_what_runs_once(struct aw_gang_block *block)
{
	for (size_t i = 0; i < block->regions.count; i++)
		block->regions.items[i].once = true;
	AW_FOR_BLOCKS(part, block->function) {
		uint32_t region = aw_gang_region_of(block, part);
		if (region != AW_NONE)
			AW_FOR_INSTRUCTIONS(instruction, part)
				if (is_each_gangs(block, instruction))
					block->regions.items[region].once = false;
	}
}

// --- what is done before the loop ---

// Whether all that INSTRUCTION is computed from is there before REGION.
static bool is_ready(const struct aw_gang_block *block, LLVMValueRef instruction, uint32_t region)
{
	for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
		LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
		if (LLVMIsAInstruction(operand) && aw_gang_region_of(block, LLVMGetInstructionParent(operand)) == region)
			return false;
	}
	return true;
}

// Moves what is the same for all gangs from PART to before the loop of its region.  *QUIET: nothing before it in
// the region changes memory.
static void move_ahead(struct aw_gang_block *block, LLVMBasicBlockRef part, uint32_t region, bool *quiet)
{
	LLVMPositionBuilderBefore(block->unit->builder, LLVMGetBasicBlockTerminator(block->regions.items[region].before));
	LLVMSetCurrentDebugLocation2(block->unit->builder, NULL);
	AW_FOR_INSTRUCTIONS_SAFE(instruction, part) {
		if (LLVMIsATerminatorInst(instruction) || aw_gang_is_place(instruction))
			continue;
		if (!has_no_effect(instruction)) {
			*quiet = false;
		} else if (aw_block_uniform(&block->uniformity, instruction) && is_ready(block, instruction, region) &&
		           (*quiet || !aw_llvm_is_op(instruction, LLVMLoad))) {
			LLVMInstructionRemoveFromParent(instruction);
			LLVMInsertIntoBuilder(block->unit->builder, instruction);
		}
	}
}

// What every gang begins with and all have the same of is done once, before the loop.  That is not only faster:
// values that are read from memory directly after a barrier are read before any gang goes on to write there.
// Programs get away without a second barrier in between because all of a GPU's warps are past it by then.
static void begin_together(struct aw_gang_block *block)
{
	for (size_t i = 0; i < block->regions.count; i++) {
		LLVMBasicBlockRef part = block->regions.items[i].head;
		if (block->regions.items[i].once || !block->regions.items[i].latch)
			continue;
		for (bool quiet = true;;) {
			move_ahead(block, part, (uint32_t)i, &quiet);
			LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
			if (part == block->regions.items[i].latch || LLVMGetNumSuccessors(end) != 1)
				break;
			part = LLVMGetSuccessor(end, 0);
			if (!aw_llvm_only_way_to(part) || aw_llvm_is_op(LLVMGetFirstInstruction(part), LLVMPHI))
				break;
		}
	}
}

// Takes away the ordering of loads that only said that gangs may find different values (simd_atomic.c).
static void make_loads_plain(struct aw_gang_block *block)
{
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS(load, part)
			if (aw_llvm_is_op(load, LLVMLoad) && LLVMGetOrdering(load) == LLVMAtomicOrderingUnordered)
				LLVMSetOrdering(load, LLVMAtomicOrderingNotAtomic);
}

// --- the pass ---

static uint32_t most_gangs(const struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	uint32_t threads_at_most = kernel->max_threads ? kernel->max_threads : 1024;
	if (form->geometry == AW_CPU_GEOMETRY_ROWS || form->across)
		return threads_at_most; // rows of one thread
	return (threads_at_most + form->width - 1) / form->width;
}

static bool transform(struct aw_gang_block *block)
{
	if (aw_gang_regions_find(block)) {
		block->parted = block->parting ? LLVMGetInstructionParent(block->parting) : NULL;
		replace_barriers(block);
		aw_gang_choices_keep(block);
		aw_gang_state_store(block);
		drop_unused(block);
		find_what_runs_once(block);
		begin_together(block);
		aw_gang_nest_make(block);
		make_loads_plain(block);
	}
	aw_block_uniformity_finish(&block->uniformity);
	aw_map_finish(&block->once);
	aw_map_finish(&block->number);
	aw_map_finish(&block->own);
	aw_vec_finish(&block->regions);
	return !block->refusal;
}

// Tries a copy, as what the blocks of a span decide differently may be what their gangs must decide together.  UNTIL_PARTING: they stay
// together up to a barrier only.
static bool convert_copy(struct aw_unit *unit, const struct aw_unit_kernel *kernel, struct aw_unit_form *form, bool split,
                         bool until_parting)
{
	char *name = aw_format("%s", aw_llvm_name(form->function));
	aw_need(name != NULL);
	LLVMValueRef copy = aw_llvm_copy_function(form->function, "");
	struct aw_gang_block block = {
		.unit = unit,
		.function = copy,
		.width = form->width,
		.geometry = form->geometry,
		.max_gangs = most_gangs(kernel, form),
		.span = true,
		.split = split,
		.parting = until_parting ? aw_gang_span_parting(unit, form, copy) : NULL,
	};
	aw_gang_span_begin(&block);
	uint32_t block_y = 0;
	block.tall = !block.shares && !until_parting && aw_gang_tall_fits(copy, &block_y);
	bool done = transform(&block);
	if (done) {
		LLVMDeleteFunction(form->function);
		LLVMSetValueName2(copy, name, strlen(name));
		form->function = copy;
		form->span = true;
		form->split = split;
		form->tall = block.tall;
		form->block_y = block_y;
		form->span_gangs = block.span_gangs;
	} else {
		LLVMDeleteFunction(copy);
	}
	free(name);
	return done;
}

static bool convert_span(struct aw_unit *unit, const struct aw_unit_kernel *kernel, struct aw_unit_form *form)
{
	bool split;
	if (aw_gang_span_fits(unit, form, &split) && convert_copy(unit, kernel, form, split, false))
		return true;
	return aw_gang_span_parting(unit, form, form->function) && convert_copy(unit, kernel, form, false, true);
}

// Freezes of what all lanes have become those of the scalar, which takes less to keep (gang_state.c).  A gang's place is always a number.
static void freeze_scalars(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(freeze, block) {
			if (!aw_llvm_is_op(freeze, LLVMFreeze))
				continue;
			LLVMValueRef value = LLVMGetOperand(freeze, 0), scalar = aw_llvm_splat_scalar(value);
			aw_llvm_at(unit->builder, freeze);
			if (aw_gang_is_place(value))
				aw_llvm_replace(freeze, value);
			else if (scalar)
				aw_llvm_replace(freeze, aw_llvm_build_splat(unit->builder, LLVMTypeOf(freeze), LLVMBuildFreeze(unit->builder, scalar, "")));
		}
}

static bool convert(struct aw_unit *unit, struct aw_unit_kernel *kernel, struct aw_unit_form *form)
{
	assert(form->width >= 1 && form->width <= 32);
	freeze_scalars(unit, form->function);
	aw_early_loads_mark(unit, form->function);
	if (!form->refilled) {
		aw_prefetch_leaps(unit, form->function);
		aw_prefetch_tiles(unit, form->function);
	}
	if (!form->refilled && convert_span(unit, kernel, form))
		return true;
	if (!form->refilled)
		aw_prefetch_blocks(unit, form->function);
	struct aw_gang_block block = {
		.unit = unit,
		.function = form->function,
		.width = form->width,
		.geometry = form->geometry,
		.max_gangs = form->refilled ? 1 : most_gangs(kernel, form),
		.alone = form->refilled,
	};
	if (transform(&block))
		return true;
	aw_unit_refuse(kernel, block.culprit, block.refusal);
	return false;
}

bool aw_pass_gang_loops(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < unit->kernels.count; i++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		size_t kept = 0;
		for (size_t j = 0; j < kernel->forms.count; j++) {
			struct aw_unit_form form = kernel->forms.items[j];
			changed = true;
			form.finished = convert(unit, kernel, &form);
			if (form.finished)
				kernel->forms.items[kept++] = form;
			else
				LLVMDeleteFunction(form.function);
		}
		kernel->forms.count = kept;
	}
	return changed;
}
