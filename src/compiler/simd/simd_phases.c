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
//     while (!look(barrier, token))
//         ;
//
// The looks let nobody else run.  Where not all threads of the block come by together, as in pipelines of which some fill what
// others read, the new barrier is one that the rest of the strategy refuses, and the kernel runs as fibers.  In clusters other
// blocks may end a phase.
#include "simd.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"

struct ask {
	LLVMValueRef call;
	LLVMBasicBlockRef before, header; // a loop that only waits, and the way into it; or NULL
	bool met;                         // all have met where the same was asked before, and none has done anything since
};

struct asks {
	struct aw_unit *unit;
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

static bool knows_clusters(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & AW_INTRINSIC_CLUSTER);
}

// Whether INSTRUCTION does nothing for others, in a loop that waits.
static bool is_idle(LLVMValueRef instruction)
{
	static const char *const idle[] = { "aw_cpu_nanosleep", "aw_cpu_clock", "aw_cpu_clock64", "aw_cpu_globaltimer", "aw_cpu_spin" };
	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++)
		if (!strcmp(support_of(instruction), idle[i]))
			return true;
	return asks_for_phase(instruction) || LLVMIsAFenceInst(instruction) || !aw_llvm_may_write(instruction);
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

// The one block that leads into LOOP; NULL: there are several.
static LLVMBasicBlockRef way_into(const struct asks *asks, uint32_t loop)
{
	LLVMBasicBlockRef before = NULL;
	AW_FOR_PREDECESSORS(&asks->cfg.graph, asks->loops.loops.items[loop].header, from) {
		if (aw_loop_contains(&asks->loops, loop, *from))
			continue;
		if (before)
			return NULL;
		before = asks->cfg.blocks[*from];
	}
	return before;
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

static bool asks_the_same(LLVMValueRef a, LLVMValueRef b)
{
	return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) && LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1);
}

static void settle(const struct asks *asks, struct ask *ask)
{
	for (size_t i = 0; i < asks->list.count && !ask->met; i++) {
		LLVMValueRef other = asks->list.items[i].call;
		ask->met = other != ask->call && asks_the_same(other, ask->call) && follows_idly(asks, ask->call, other);
	}
	uint32_t loop = asks->loops.innermost[aw_cfg_number(&asks->cfg, LLVMGetInstructionParent(ask->call))];
	for (; loop != AW_NONE && only_waits(asks, loop, ask->call); loop = asks->loops.loops.items[loop].parent) {
		ask->before = way_into(asks, loop);
		ask->header = asks->cfg.blocks[asks->loops.loops.items[loop].header];
	}
}

static void meet(const struct asks *asks, const struct ask *ask)
{
	LLVMBuilderRef builder = asks->unit->builder;
	LLVMBasicBlockRef way = ask->before ? aw_llvm_split_edges(ask->before, ask->header) : NULL;
	aw_llvm_at(builder, way ? LLVMGetBasicBlockTerminator(way) : ask->call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(ask->call));
	aw_llvm_ask(builder, asks->unit->module, "llvm.nvvm.barrier0");
}

static void look(const struct asks *asks, LLVMValueRef call)
{
	LLVMModuleRef module = asks->unit->module;
	bool parity = !strcmp(support_of(call), "aw_cpu_mbarrier_test_parity");
	LLVMValueRef arguments[] = { LLVMGetOperand(call, 0), LLVMGetOperand(call, 1) };
	aw_llvm_at(asks->unit->builder, call);
	LLVMTypeRef generic = LLVMPointerTypeInContext(asks->unit->context, 0);
	if (LLVMTypeOf(arguments[0]) != generic)
		arguments[0] = LLVMBuildAddrSpaceCast(asks->unit->builder, arguments[0], generic, "");
	LLVMTypeRef types[] = { generic, LLVMTypeOf(arguments[1]) }, type = LLVMFunctionType(LLVMTypeOf(call), types, 2, false);
	LLVMValueRef function = aw_llvm_declare(module, parity ? "aw.mbarrier.look.parity" : "aw.mbarrier.look", type);
	aw_llvm_replace(call, LLVMBuildCall2(asks->unit->builder, type, function, arguments, 2, ""));
}

static bool find_asks(LLVMValueRef function, struct asks *asks)
{
	bool clusters = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			clusters |= knows_clusters(instruction);
			if (asks_for_phase(instruction))
				aw_need(aw_vec_push(&asks->list, (struct ask){ .call = instruction }));
		}
	return asks->list.count && !clusters;
}

bool aw_simd_meet_at_phases(struct aw_unit *unit, LLVMValueRef function)
{
	struct asks asks = { .unit = unit };
	bool found = find_asks(function, &asks);
	if (found) {
		aw_cfg_init(&asks.cfg, function);
		aw_dominators_init(&asks.dominators, &asks.cfg.graph, 0);
		aw_loops_init(&asks.loops, &asks.cfg);
		for (size_t i = 0; i < asks.list.count; i++)
			settle(&asks, &asks.list.items[i]);
		for (size_t i = 0; i < asks.list.count; i++) {
			if (!asks.list.items[i].met)
				meet(&asks, &asks.list.items[i]);
			look(&asks, asks.list.items[i].call);
		}
		aw_loops_finish(&asks.loops);
		aw_dominators_finish(&asks.dominators);
		aw_cfg_finish(&asks.cfg);
	}
	aw_vec_finish(&asks.list);
	return found;
}
