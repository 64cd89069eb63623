// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits for the end of a phase of a barrier in shared memory (mbarrier; cuda::barrier and cuda::pipeline are made of it):
//
//     while (!test_wait(barrier, token))
//         ;
//
// A gang that waits so would keep those from running which it waits for.  But copies into shared memory are done at once, so a
// phase ends by what threads of the block do; and where all of them wait, all that they do before is done once all are there:
//
//     __syncthreads();
//     if (!is_over(barrier, token))
//         stuck();                       the wait would never end
//
// A question that isn't a loop's only end is answered as it is.  Where not all threads of the block come by together, as in pipelines
// of which some fill what others read, the new barrier is one that the rest of the strategy refuses, and the kernel runs as fibers.
// In clusters other blocks may end a phase.
//
// Fibers answer to what the program asks, and only its optimised copies show which loops nothing but the answer ends.  So questions are
// numbered before copies are made, and those that are such waits in all copies become waits for the fibers, too: the device then knows when
// all threads of a block wait for ever.
//
// Lanes that arrive at one barrier do it together.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../lower/waiting.h"

struct ask {
	LLVMValueRef call;
	LLVMBasicBlockRef before, header; // a loop that only waits, and the way into it; or NULL
	bool ends;                        // only the answer ends it
	bool waits;                       // or leads into such a loop
	bool met;                         // all have met where the same was asked before, and none has done anything since
	LLVMBasicBlockRef way;            // made between BEFORE and HEADER
};

struct asks {
	struct aw_unit *unit;
	bool clusters; // the function knows of them
	struct aw_cfg cfg;
	struct aw_dominators dominators;
	struct aw_loops loops;
	AW_VEC(struct ask) list;
};

static const char *support_of(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row ? row->support : "";
}

static bool asks_for_phase(LLVMValueRef instruction)
{
	const char *support = support_of(instruction);
	return !strcmp(support, "aw_cpu_mbarrier_test_wait") || !strcmp(support, "aw_cpu_mbarrier_test_parity");
}

static bool asks_the_same(LLVMValueRef a, LLVMValueRef b)
{
	return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) && LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1);
}

static bool knows_clusters(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & AW_INTRINSIC_CLUSTER);
}

// Whether INSTRUCTION does nothing for others, in a loop that waits.
static bool is_idle(LLVMValueRef instruction)
{
	static const char *const idle[] = {
		"aw_cpu_nanosleep", "aw_cpu_clock", "aw_cpu_clock64", "aw_cpu_globaltimer", "aw_cpu_spin", "aw_cpu_watch",
	};
	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++)
		if (!strcmp(support_of(instruction), idle[i]))
			return true;
	return asks_for_phase(instruction) || LLVMIsAFenceInst(instruction) || LLVMIsALoadInst(instruction) || !aw_llvm_may_write(instruction);
}

static bool only_waits(const struct asks *asks, uint32_t loop, LLVMValueRef call)
{
	const struct aw_loop *row = &asks->loops.loops.items[loop];
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (aw_loop_has_value(&asks->loops, &asks->cfg, loop, LLVMGetOperand(call, i)))
			return false;
	for (uint32_t i = row->first; i < row->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, asks->cfg.blocks[asks->loops.order[i]])
			if (!is_idle(instruction))
				return false;
	return true;
}

// Whether nothing but idle instructions stand in BLOCK behind FROM (NULL: from its begin) and before TO (NULL: to its end).
static bool is_idle_between(LLVMBasicBlockRef block, LLVMValueRef from, LLVMValueRef to)
{
	LLVMValueRef instruction = from ? LLVMGetNextInstruction(from) : LLVMGetFirstInstruction(block);
	for (; instruction && instruction != to; instruction = LLVMGetNextInstruction(instruction))
		if (!is_idle(instruction))
			return false;
	return instruction || !to;
}

// Whether on all ways to CALL one comes by OTHER, and does nothing for others since.
static bool follows_idly(const struct asks *asks, LLVMValueRef call, LLVMValueRef other)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(call), from = LLVMGetInstructionParent(other);
	uint32_t begin = aw_cfg_number(&asks->cfg, from), end = aw_cfg_number(&asks->cfg, block);
	if (begin == end)
		return is_idle_between(block, other, call);
	if (!aw_dominates(&asks->dominators, begin, end) || !is_idle_between(block, NULL, call))
		return false;
	bool *seen = AW_NEED_ARRAY(bool, asks->cfg.count), idle = true;
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, end));
	while (work.count && idle) {
		uint32_t number = work.items[--work.count];
		AW_FOR_PREDECESSORS(&asks->cfg.graph, number, before) {
			if (seen[*before])
				continue;
			seen[*before] = true;
			idle &= is_idle_between(asks->cfg.blocks[*before], *before == begin ? other : NULL, NULL);
			if (*before != begin)
				aw_need(aw_vec_push(&work, *before));
		}
	}
	aw_vec_finish(&work);
	free(seen);
	return idle;
}

// Whether one leaves LOOP only when CALL, or another call that asks the same, answers that the phase is over.
static bool ends_by(const struct asks *asks, uint32_t loop, LLVMValueRef call)
{
	const struct aw_loop *row = &asks->loops.loops.items[loop];
	for (uint32_t i = row->first; i < row->end; i++) {
		uint32_t block = asks->loops.order[i];
		AW_FOR_SUCCESSORS(&asks->cfg.graph, block, to) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(asks->cfg.blocks[block]);
			if (aw_loop_contains(&asks->loops, loop, *to))
				continue;
			if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !asks_for_phase(LLVMGetCondition(end)) ||
			    !asks_the_same(LLVMGetCondition(end), call) || LLVMGetSuccessor(end, 0) != asks->cfg.blocks[*to])
				return false;
		}
	}
	return true;
}

static void settle(const struct asks *asks, struct ask *ask)
{
	for (size_t i = 0; i < asks->list.count && !ask->met; i++) {
		LLVMValueRef other = asks->list.items[i].call;
		ask->met = other != ask->call && asks_the_same(other, ask->call) && follows_idly(asks, ask->call, other);
	}
	uint32_t loop = asks->loops.innermost[aw_cfg_number(&asks->cfg, LLVMGetInstructionParent(ask->call))];
	for (; loop != AW_NONE && only_waits(asks, loop, ask->call); loop = asks->loops.loops.items[loop].parent) {
		uint32_t before = aw_loop_way_in(&asks->loops, &asks->cfg, loop);
		ask->before = before == AW_NONE ? NULL : asks->cfg.blocks[before];
		ask->header = asks->cfg.blocks[asks->loops.loops.items[loop].header];
		ask->ends = ask->before && ends_by(asks, loop, ask->call);
	}
}

// Whether the phase is over that CALL asks for, made where the builder stands.
static LLVMValueRef build_over(const struct asks *asks, LLVMValueRef call)
{
	LLVMBuilderRef builder = asks->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(asks->unit->context);
	LLVMValueRef word = LLVMBuildLoad2(builder, wide, LLVMGetOperand(call, 0), ""), phase = LLVMGetOperand(call, 1);
	LLVMSetOrdering(word, LLVMAtomicOrderingAcquire);
	LLVMSetAlignment(word, sizeof(uint64_t));
	if (LLVMGetIntTypeWidth(LLVMTypeOf(phase)) < AW_CPU_MBARRIER_PHASE) // a parity, which is its last bit
		phase = LLVMBuildShl(builder, LLVMBuildZExt(builder, phase, wide, ""), LLVMConstInt(wide, AW_CPU_MBARRIER_PHASE, false), "");
	_Static_assert(AW_CPU_MBARRIER_PHASE == 63, "the sign");
	return LLVMBuildICmp(builder, LLVMIntSLT, LLVMBuildXor(builder, word, phase, ""), LLVMConstNull(wide), "");
}

LLVMBasicBlockRef aw_simd_build_stuck(struct aw_unit *unit, LLVMValueRef at)
{
	LLVMValueRef function = aw_llvm_function_of(at);
	LLVMBasicBlockRef stuck = LLVMAppendBasicBlockInContext(unit->context, function, "stuck");
	LLVMPositionBuilderAtEnd(unit->builder, stuck);
	LLVMSetCurrentDebugLocation2(unit->builder, LLVMInstructionGetDebugLoc(at));
	aw_unit_mark(unit, "aw.stuck");
	LLVMBuildUnreachable(unit->builder);
	return stuck;
}

// Ends all where OVER is false, and goes on to NEXT otherwise; the builder stands where a block has no end yet.
static void stop_unless(const struct asks *asks, LLVMValueRef over, LLVMValueRef at, LLVMBasicBlockRef next)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(asks->unit->builder), stuck = aw_simd_build_stuck(asks->unit, at);
	LLVMPositionBuilderAtEnd(asks->unit->builder, here);
	LLVMBuildCondBr(asks->unit->builder, over, next, stuck);
}

// The first that asks in the loop of the question NUMBER, if another does.
static const struct ask *first_in_loop(const struct asks *asks, size_t number)
{
	for (size_t i = 0; i < number; i++)
		if (asks->list.items[i].way && asks->list.items[i].header == asks->list.items[number].header)
			return &asks->list.items[i];
	return NULL;
}

static void answer(const struct asks *asks, size_t number)
{
	LLVMBuilderRef builder = asks->unit->builder;
	struct ask *ask = &asks->list.items[number];
	const struct ask *first = ask->before ? first_in_loop(asks, number) : NULL;
	if (ask->before)
		ask->way = first ? first->way : aw_llvm_split_edges(ask->before, ask->header);
	LLVMValueRef end = ask->way ? LLVMGetBasicBlockTerminator(ask->way) : NULL;
	aw_llvm_at(builder, end ? end : ask->call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(ask->call));
	if (!ask->met)
		aw_llvm_ask(builder, asks->unit->module, "llvm.nvvm.barrier0");
	if (!ask->ends) {
		aw_llvm_at(builder, ask->call);
		aw_llvm_replace(ask->call, build_over(asks, ask->call));
		return;
	}
	if (!first || !first->ends) { // else the same is asked there
		LLVMValueRef over = build_over(asks, ask->call);
		LLVMPositionBuilderAtEnd(builder, ask->way);
		stop_unless(asks, over, ask->call, ask->header);
		aw_llvm_erase(end);
	}
	aw_llvm_replace(ask->call, LLVMConstInt(LLVMTypeOf(ask->call), 1, false));
}

static bool find_asks(LLVMValueRef function, struct asks *asks)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			asks->clusters |= knows_clusters(instruction);
			if (asks_for_phase(instruction))
				aw_need(aw_vec_push(&asks->list, (struct ask){ .call = instruction }));
		}
	return asks->list.count > 0;
}

// --- what fibers wait for ---

static const char ask_note[] = "aw.ask";

bool aw_simd_has_asks(LLVMValueRef function)
{
	return aw_llvm_find_instruction(function, asks_for_phase) != NULL;
}

static void number_ask(struct aw_unit *unit, LLVMValueRef call)
{
	aw_llvm_note(call, ask_note, LLVMConstInt(LLVMInt32TypeInContext(unit->context), unit->asks.count, false));
	aw_need(aw_vec_push(&unit->asks, (struct aw_unit_ask){ 0 }));
}

void aw_simd_number_asks(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++)
		AW_FOR_BLOCKS(block, unit->kernels.items[i].function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (asks_for_phase(instruction))
					number_ask(unit, instruction);
}

// The row of CALL, or NULL where LLVM has lost its number.
static struct aw_unit_ask *row_of(const struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef number = aw_llvm_noted(call, ask_note);
	return number ? &unit->asks.items[LLVMConstIntGetZExtValue(number)] : NULL;
}

// Whether BLOCK only leads into a loop that waits for what CALL asks.
static bool leads_to_wait(const struct asks *asks, LLVMValueRef call, LLVMBasicBlockRef block)
{
	enum { STEPS = 8 };
	for (unsigned step = 0; step < STEPS; step++) {
		for (size_t i = 0; i < asks->list.count; i++)
			if (asks->list.items[i].ends && asks->list.items[i].header == block && asks_the_same(asks->list.items[i].call, call))
				return true;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		if (!is_idle_between(block, NULL, NULL) || !LLVMIsABranchInst(end) || LLVMIsConditional(end))
			return false;
		block = LLVMGetSuccessor(end, 0);
	}
	return false;
}

// Whether the thread waits for what ASK asks, there or in a loop right behind it.
static bool is_wait(const struct asks *asks, const struct ask *ask)
{
	if (ask->ends)
		return true;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(ask->call));
	return !ask->header && LLVMIsABranchInst(end) && LLVMIsConditional(end) && LLVMGetCondition(end) == ask->call &&
	       !LLVMGetNextUse(LLVMGetFirstUse(ask->call)) && leads_to_wait(asks, ask->call, LLVMGetSuccessor(end, 1));
}

static void note(const struct asks *asks)
{
	for (size_t i = 0; i < asks->list.count; i++) {
		const struct ask *ask = &asks->list.items[i];
		struct aw_unit_ask *row = row_of(asks->unit, ask->call);
		if (row && ask->waits)
			row->waits = true;
		else if (row)
			row->other = true;
	}
}

static void wait_for(struct aw_unit *unit, LLVMValueRef call)
{
	bool parity = !strcmp(support_of(call), "aw_cpu_mbarrier_test_parity");
	LLVMTypeRef type = LLVMGlobalGetValueType(aw_llvm_callee(call));
	LLVMValueRef wait = aw_llvm_declare(unit->module, parity ? "aw.mbarrier.await.parity" : "aw.mbarrier.await", type);
	LLVMValueRef arguments[] = { LLVMGetOperand(call, 0), LLVMGetOperand(call, 1) };
	aw_llvm_at(unit->builder, call);
	LLVMBuildCall2(unit->builder, type, wait, arguments, 2, "");
	aw_llvm_replace(call, LLVMConstInt(LLVMTypeOf(call), 1, false));
}

static bool settle_ask(struct aw_unit *unit, LLVMValueRef call)
{
	const struct aw_unit_ask *row = row_of(unit, call);
	bool waits = row && row->waits && !row->other;
	aw_llvm_note(call, ask_note, NULL);
	if (waits)
		wait_for(unit, call);
	return waits;
}

bool aw_simd_settle_asks(struct aw_unit *unit, LLVMValueRef function)
{
	bool settled = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			settled |= asks_for_phase(instruction) && settle_ask(unit, instruction);
	return settled;
}

// --- meeting ---

void aw_simd_drop_times(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (aw_waits_for_time(instruction) && !LLVMGetFirstUse(instruction))
				aw_llvm_erase(instruction);
}

static void look(struct asks *asks, LLVMValueRef function)
{
	aw_cfg_init(&asks->cfg, function);
	aw_dominators_init(&asks->dominators, &asks->cfg.graph, 0);
	aw_loops_init(&asks->loops, &asks->cfg);
	for (size_t i = 0; i < asks->list.count; i++)
		settle(asks, &asks->list.items[i]);
	for (size_t i = 0; i < asks->list.count; i++)
		asks->list.items[i].waits = is_wait(asks, &asks->list.items[i]);
}

static void finish(struct asks *asks)
{
	aw_loops_finish(&asks->loops);
	aw_dominators_finish(&asks->dominators);
	aw_cfg_finish(&asks->cfg);
	aw_vec_finish(&asks->list);
}

// Those that wait for what they took part in are questions of barriers.  Whether there are any that wait.
static bool settle_polls(struct asks *asks)
{
	bool stays, any = false;
	size_t kept = 0;
	for (size_t i = 0; i < asks->list.count; i++) {
		struct ask *ask = &asks->list.items[i];
		bool poll = aw_simd_is_poll(asks->unit, ask->call), waits = ask->waits;
		stays = !poll || (waits && !asks->clusters && aw_simd_counts_itself(ask->call));
		if (poll)
			aw_simd_settle_poll(asks->unit, ask->call, stays);
		if (stays)
			asks->list.items[kept++] = *ask;
		any |= poll && waits;
	}
	asks->list.count = kept;
	return any;
}

bool aw_simd_meet_at_phases(struct aw_unit *unit, LLVMValueRef function)
{
	struct asks asks = { .unit = unit };
	aw_simd_ask_polls(unit, function);
	if (!find_asks(function, &asks))
		return false;
	look(&asks, function);
	bool polls = settle_polls(&asks), answers = asks.list.count && !asks.clusters;
	note(&asks);
	for (size_t i = 0; i < asks.list.count && answers; i++)
		answer(&asks, i);
	finish(&asks);
	if (answers && aw_llvm_run_function_passes(function, "simplifycfg,sccp,simplifycfg,adce", NULL))
		aw_simd_drop_times(function);
	return polls;
}

bool aw_simd_await_polls(struct aw_unit *unit, LLVMValueRef function)
{
	struct asks asks = { .unit = unit };
	bool any = false;
	if (!aw_simd_ask_polls(unit, function))
		return false;
	find_asks(function, &asks);
	look(&asks, function);
	for (size_t i = 0; i < asks.list.count; i++) {
		const struct ask *ask = &asks.list.items[i];
		if (!aw_simd_is_poll(unit, ask->call))
			continue;
		aw_simd_settle_poll(unit, ask->call, ask->waits);
		if (ask->waits)
			wait_for(unit, ask->call);
		any |= ask->waits;
	}
	finish(&asks);
	return any;
}

// --- arrivals ---

bool aw_simd_arrives_together(LLVMValueRef call, const struct aw_simd_value *arguments)
{
	return !strcmp(support_of(call), "aw_cpu_mbarrier_arrive_count") && aw_shape_is_uniform(arguments[0].shape) &&
	       aw_shape_is_uniform(arguments[1].shape);
}

LLVMValueRef aw_simd_arrive(struct aw_simd *simd, const struct aw_simd_value *arguments, LLVMValueRef mask)
{
	LLVMTypeRef tokens = LLVMVectorType(aw_simd_integer(simd, 64), simd->gang.width);
	LLVMValueRef slot = aw_simd_alloca(simd, tokens, "tokens"), bits = aw_simd_bits(simd, aw_simd_mask(simd, mask));
	LLVMValueRef values[] = { arguments[0].value, arguments[1].value, bits, slot };
	LLVMTypeRef number = aw_simd_integer(simd, 32), types[] = { LLVMTypeOf(values[0]), number, number, LLVMTypeOf(slot) };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), types, 4, false);
	LLVMValueRef function = aw_llvm_declare(simd->unit->module, "aw.mbarrier.arrive.lanes", type);
	LLVMBuildCall2(simd->builder, type, function, values, 4, "");
	return LLVMBuildLoad2(simd->builder, tokens, slot, "");
}
