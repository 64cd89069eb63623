// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the code of one gang (simd.h) the code of a block: splits it where all gangs have to come by before one
// goes on (gang_regions.c), keeps what a gang needs of itself from one region to the next (gang_state.c), and
// puts a loop over the gangs around each region:
//
//     for (index = 0; index < gangs; index++, next place)
//         region of gang INDEX, whose lane 0 is the thread at PLACE
//
// A barrier then is the way from one loop to the next and costs nothing itself.  What is the same for all gangs
// and has no effect is done once, without a loop.  A barrier that also adds up (ors, ands) has a variable that
// is set before the loop in front of it and to which each gang brings its part.
//
// A form in which a barrier stands where gangs may come by or not is given up: the kernel runs as fibers.
#include <assert.h>
#include <string.h>

#include "gang_block.h"

void aw_gang_erase(struct aw_gang_block *block, LLVMValueRef instruction)
{
	aw_map_remove(&block->uniformity.differing, instruction);
	LLVMInstructionEraseFromParent(instruction);
}

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
	LLVMTypeRef type = LLVMFunctionType(number_type(block), NULL, 0, false);
	return LLVMBuildCall2(block->unit->builder, type, aw_llvm_declare(block->unit->module, name, type), NULL, 0, "");
}

// --- barriers ---

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	assert(use && !LLVMGetNextUse(use));
	return LLVMGetInstructionParent(LLVMGetUser(use));
}

static LLVMValueRef combine(LLVMBuilderRef builder, const char *what, LLVMValueRef a, LLVMValueRef b)
{
	if (!strcmp(what, "add"))
		return LLVMBuildAdd(builder, a, b, "");
	return !strcmp(what, "or") ? LLVMBuildOr(builder, a, b, "") : LLVMBuildAnd(builder, a, b, "");
}

// CALL is aw.block.WHAT: the region before it combines what its gangs bring.
static void collect(struct aw_gang_block *block, LLVMValueRef call, const char *what)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMBasicBlockRef latch = only_predecessor(LLVMGetInstructionParent(call));
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
			aw_gang_erase(block, call);
		}
	}
}

// --- what needs no loop ---

static bool is_place(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && aw_starts_with(aw_llvm_name(callee), "aw.gang.");
}

static bool has_no_effect(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMStore: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr:
	case LLVMVAArg: case LLVMAlloca:
		return false;
	case LLVMLoad:
		return !LLVMGetVolatile(instruction) && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
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
					aw_gang_erase(block, instruction);
					again = true;
				}
	}
}

// Whether each gang must do INSTRUCTION for itself.
static bool is_each_gangs(const struct aw_gang_block *block, LLVMValueRef instruction)
{
	if (is_place(instruction) || !aw_block_uniform(&block->uniformity, instruction))
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
		if (LLVMIsATerminatorInst(instruction) || is_place(instruction))
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
			LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(part));
			if (LLVMGetNextUse(use) || aw_llvm_is_op(LLVMGetFirstInstruction(part), LLVMPHI))
				break;
		}
	}
}

// --- loops ---

enum axis { X, Y, Z, INDEX, AXES };
static const char *const axis_names[AXES] = { "aw.gang.x", "aw.gang.y", "aw.gang.z", "aw.gang.index" };

struct loops {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	LLVMValueRef size[3];       // blockDim
	LLVMValueRef gangs;         // how many there are
	AW_VEC(LLVMValueRef) calls; // of the markers
};

static LLVMValueRef threads(struct loops *loops)
{
	LLVMValueRef rows = LLVMBuildNUWMul(loops->builder, loops->size[Y], loops->size[Z], "");
	return LLVMBuildNUWMul(loops->builder, loops->size[X], rows, "");
}

// COUNT threads in gangs, the last not full.
static LLVMValueRef gangs_of(struct loops *loops, LLVMValueRef count)
{
	uint32_t width = loops->block->width;
	count = LLVMBuildNUWAdd(loops->builder, count, number(loops->block, width - 1), "");
	return LLVMBuildUDiv(loops->builder, count, number(loops->block, width), "");
}

static LLVMValueRef count_gangs(struct loops *loops)
{
	switch (loops->block->geometry) {
	case AW_CPU_GEOMETRY_FULL:
		return LLVMBuildExactUDiv(loops->builder, threads(loops), number(loops->block, loops->block->width), "gangs");
	case AW_CPU_GEOMETRY_ROWS: {
		LLVMValueRef rows = LLVMBuildNUWMul(loops->builder, loops->size[Y], loops->size[Z], "");
		return LLVMBuildNUWMul(loops->builder, gangs_of(loops, loops->size[X]), rows, "gangs");
	}
	case AW_CPU_GEOMETRY_ROW:
		return gangs_of(loops, loops->size[X]);
	default:
		assert(loops->block->geometry == AW_CPU_GEOMETRY_PACKED);
		return gangs_of(loops, threads(loops));
	}
}

static void measure_block(struct loops *loops)
{
	static const char *const names[] = { "llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.y",
	                                     "llvm.nvvm.read.ptx.sreg.ntid.z" };
	aw_llvm_at(loops->builder, LLVMGetBasicBlockTerminator(loops->block->start));
	for (int i = X; i <= Z; i++)
		loops->size[i] = aw_gang_place(loops->block, names[i]);
	loops->gangs = count_gangs(loops);
}

// The place of the next gang in the loop, after that at PLACE; where the block's threads lie in rows.
static void next_in_rows(struct loops *loops, LLVMValueRef *place, LLVMValueRef *next)
{
	LLVMBuilderRef builder = loops->builder;
	LLVMValueRef zero = number(loops->block, 0);
	next[X] = LLVMBuildNUWAdd(builder, place[X], number(loops->block, loops->block->width), "");
	next[Y] = place[Y];
	next[Z] = place[Z];
	if (loops->block->geometry == AW_CPU_GEOMETRY_ROW)
		return;
	LLVMValueRef row = LLVMBuildICmp(builder, LLVMIntUGE, next[X], loops->size[X], "");
	next[X] = LLVMBuildSelect(builder, row, zero, next[X], "");
	next[Y] = LLVMBuildNUWAdd(builder, place[Y], LLVMBuildZExt(builder, row, number_type(loops->block), ""), "");
	LLVMValueRef layer = LLVMBuildICmp(builder, LLVMIntUGE, next[Y], loops->size[Y], "");
	next[Y] = LLVMBuildSelect(builder, layer, zero, next[Y], "");
	next[Z] = LLVMBuildNUWAdd(builder, place[Z], LLVMBuildZExt(builder, layer, number_type(loops->block), ""), "");
}

// Where thread INDEX * width is.
static void find_packed(struct loops *loops, LLVMValueRef *place)
{
	LLVMBuilderRef builder = loops->builder;
	LLVMValueRef linear = LLVMBuildNUWMul(builder, place[INDEX], number(loops->block, loops->block->width), "");
	LLVMValueRef row = LLVMBuildUDiv(builder, linear, loops->size[X], "");
	place[X] = LLVMBuildURem(builder, linear, loops->size[X], "");
	place[Y] = LLVMBuildURem(builder, row, loops->size[Y], "");
	place[Z] = LLVMBuildUDiv(builder, row, loops->size[Y], "");
}

// Makes the loop of a region; PLACE gets what the markers stand for in it.
static void make_loop(struct loops *loops, const struct aw_gang_region *region, LLVMValueRef *place)
{
	struct aw_gang_block *block = loops->block;
	bool packed = block->geometry == AW_CPU_GEOMETRY_PACKED;
	int first = packed ? INDEX : X;
	LLVMValueRef next[AXES], zero = number(block, 0), start = LLVMGetFirstInstruction(region->head);
	aw_llvm_at(loops->builder, start);
	for (int i = first; i < AXES; i++)
		place[i] = LLVMBuildPhi(loops->builder, number_type(block), axis_names[i] + 3);
	if (packed)
		find_packed(loops, place);

	LLVMValueRef end = LLVMGetBasicBlockTerminator(region->latch);
	aw_llvm_at(loops->builder, end);
	next[INDEX] = LLVMBuildNUWAdd(loops->builder, place[INDEX], number(block, 1), "");
	if (!packed)
		next_in_rows(loops, place, next);
	for (int i = first; i < AXES; i++) {
		LLVMAddIncoming(place[i], &zero, (LLVMBasicBlockRef[]){ region->before }, 1);
		LLVMAddIncoming(place[i], &next[i], (LLVMBasicBlockRef[]){ region->latch }, 1);
	}
	LLVMValueRef more = LLVMBuildICmp(loops->builder, LLVMIntULT, next[INDEX], loops->gangs, "");
	LLVMBuildCondBr(loops->builder, more, region->head, LLVMGetSuccessor(end, 0));
	LLVMInstructionEraseFromParent(end);
}

static void find_calls(struct loops *loops)
{
	AW_FOR_BLOCKS(part, loops->block->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (is_place(call))
				aw_need(aw_vec_push(&loops->calls, call));
}

static enum axis axis_of(LLVMValueRef call)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call));
	for (int i = X; i < AXES; i++)
		if (!strcmp(name, axis_names[i]))
			return (enum axis)i;
	assert(!"a marker that nobody knows");
	return INDEX;
}

static void make_loops(struct aw_gang_block *block)
{
	struct loops loops = { .block = block, .builder = block->unit->builder };
	measure_block(&loops);
	find_calls(&loops);
	LLVMValueRef(*places)[AXES] = aw_need_array(block->regions.count, sizeof(*places));
	for (size_t i = 0; i < block->regions.count; i++) {
		const struct aw_gang_region *region = &block->regions.items[i];
		for (int axis = X; axis < AXES; axis++)
			places[i][axis] = number(block, 0);
		if (!region->once && region->latch)
			make_loop(&loops, region, places[i]);
	}
	for (size_t i = 0; i < loops.calls.count; i++) {
		LLVMValueRef call = loops.calls.items[i];
		uint32_t region = aw_gang_region_of(block, LLVMGetInstructionParent(call));
		assert(region != AW_NONE);
		aw_llvm_replace(call, places[region][axis_of(call)]);
	}
	free(places);
	aw_vec_finish(&loops.calls);
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
	if (form->geometry == AW_CPU_GEOMETRY_ROWS)
		return threads_at_most; // rows of one thread
	return (threads_at_most + form->width - 1) / form->width;
}

static bool convert(struct aw_unit *unit, struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	assert(form->width >= 1 && form->width <= 32);
	struct aw_gang_block block = {
		.unit = unit,
		.function = form->function,
		.width = form->width,
		.geometry = form->geometry,
		.max_gangs = most_gangs(kernel, form),
	};
	if (aw_gang_regions_find(&block)) {
		replace_barriers(&block);
		aw_gang_state_store(&block);
		drop_unused(&block);
		find_what_runs_once(&block);
		begin_together(&block);
		make_loops(&block);
		make_loads_plain(&block);
	}
	if (block.refusal)
		aw_unit_refuse(kernel, block.culprit, block.refusal);
	bool done = !block.refusal;
	aw_block_uniformity_finish(&block.uniformity);
	aw_map_finish(&block.once);
	aw_map_finish(&block.number);
	aw_vec_finish(&block.regions);
	return done;
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
