// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniformity among the gangs of a block, by taint: a value differs when it is made from the gang's index,
// from the result of an atomic or volatile access or of a call that nothing is known of, from the address of
// a local variable, or from a value that differs.  A load from one address gives one value: between two
// barriers a program without data races finds the same there whichever gang looks first.  But where all threads
// of a block do the same work, the race that this is does no harm on a GPU: each warp finds what was there and
// stores what the others store.  Here the next gang finds what the last one has stored, and may go another way.
// So a load differs where all gangs store to its address before they come to a barrier.
//
// A branch whose condition differs makes the phis differ where the ways from it meet, and all that is
// carried or loaded in a loop that it leaves (gangs make different numbers of turns).  The places are those
// from the branch to its immediate post-dominator, but for phis that have the same value on all of these ways.
// That is coarser than the disjoint paths of uniformity.c and enough here: what matters are the branches
// around barriers, and those have none of the others inside.
#include "block_uniformity.h"

#include <assert.h>
#include <string.h>

#include "../pipeline.h"
#include "dominators.h"
#include "loops.h"

struct search {
	struct aw_block_uniformity *uniformity;
	struct aw_cfg cfg;
	struct aw_dominators post;
	struct aw_loops loops;
	AW_VEC(LLVMValueRef) work;
	uint32_t *seen; // by block: the branch that last came by, + 1
	AW_VEC(uint32_t) reached;
};

bool aw_block_is_plain_barrier(LLVMValueRef instruction)
{
	return !strcmp(aw_llvm_callee_name(instruction), "llvm.nvvm.barrier0");
}

bool aw_block_is_barrier(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	return aw_starts_with(name, "aw.block.") || aw_block_is_plain_barrier(instruction) || !strcmp(name, "__aw_grid_sync");
}

bool aw_block_call_is_pure(LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	if (!callee)
		return false;
	if (aw_starts_with(aw_llvm_name(callee), "aw.gang."))
		return true;
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	if (row)
		return (row->flags & AW_INTRINSIC_CONTEXT) && (row->uniformity <= AW_UNIFORM_BLOCK || row->uniformity == AW_UNIFORM_INPUTS);
	return aw_llvm_has_no_memory(callee);
}

static bool call_differs(LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	if (!callee)
		return true;
	const char *name = aw_llvm_name(callee);
	if (aw_starts_with(name, "aw.gang."))
		return true;
	if (aw_starts_with(name, "aw.block.") || aw_starts_with(name, "llvm.masked.load.") ||
	    aw_starts_with(name, "llvm.masked.gather."))
		return false;
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	if (row && row->uniformity != AW_UNIFORM_INPUTS)
		return row->uniformity > AW_UNIFORM_BLOCK;
	return !aw_llvm_has_no_memory(callee);
}

// Whether an instruction's value differs whatever its operands are.
static bool differs_itself(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAlloca:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMInvoke:
	case LLVMCallBr:
	case LLVMVAArg:
		return true;
	case LLVMLoad:
		return !aw_llvm_is_plain(instruction);
	case LLVMCall:
		return call_differs(instruction);
	default:
		return false;
	}
}

static void mark(struct search *search, LLVMValueRef instruction)
{
	assert(LLVMIsAInstruction(instruction));
	if (aw_map_get(&search->uniformity->differing, instruction))
		return;
	aw_need(aw_map_put(&search->uniformity->differing, instruction, instruction));
	aw_need(aw_vec_push(&search->work, instruction));
}

// What is loaded in LOOP may change from turn to turn, and gangs leave it in different turns.
static void mark_loads(struct search *search, uint32_t loop)
{
	for (uint32_t at = search->loops.loops.items[loop].first; at < search->loops.loops.items[loop].end; at++)
		AW_FOR_INSTRUCTIONS(instruction, search->cfg.blocks[search->loops.order[at]])
			if (aw_llvm_is_op(instruction, LLVMLoad) || aw_llvm_is_op(instruction, LLVMCall))
				if (!aw_llvm_is_op(instruction, LLVMCall) || !aw_block_call_is_pure(instruction))
					mark(search, instruction);
}

static void visit(struct search *search, uint32_t block, uint32_t branch)
{
	if (search->seen[block] == branch + 1)
		return;
	search->seen[block] = branch + 1;
	aw_need(aw_vec_push(&search->reached, block));
}

// Collects the blocks that gangs may be in when they went different ways at BRANCH.
static void reach(struct search *search, uint32_t branch)
{
	assert(branch < search->cfg.count);
	uint32_t meeting = search->post.parent[branch];
	search->reached.count = 0;
	AW_FOR_SUCCESSORS(&search->cfg.graph, branch, next)
		visit(search, *next, branch);
	for (size_t i = 0; i < search->reached.count; i++) {
		if (search->reached.items[i] == meeting)
			continue;
		AW_FOR_SUCCESSORS(&search->cfg.graph, search->reached.items[i], next)
			visit(search, *next, branch);
	}
}

// Whether BRANCH leads out of LOOP.
static bool leaves(const struct search *search, uint32_t branch, uint32_t loop)
{
	AW_FOR_SUCCESSORS(&search->cfg.graph, branch, next)
		if (!aw_loop_contains(&search->loops, loop, *next))
			return true;
	return false;
}

// Whether BLOCK is in a loop that some gangs leave at BRANCH.
static bool is_left(const struct search *search, uint32_t branch, uint32_t block)
{
	uint32_t loop = search->loops.innermost[branch];
	for (; loop != AW_NONE; loop = search->loops.loops.items[loop].parent)
		if (aw_loop_contains(&search->loops, loop, block) && leaves(search, branch, loop))
			return true;
	return false;
}

static bool is_reached(const struct search *search, LLVMBasicBlockRef block, uint32_t branch)
{
	uint32_t number = aw_cfg_number(&search->cfg, block);
	return number != AW_NONE && search->seen[number] == branch + 1;
}

// Whether a phi has one value for all that come to it by different ways from BRANCH, the same for all of them.
static bool has_one_value(const struct search *search, LLVMValueRef phi, uint32_t branch)
{
	LLVMValueRef value = NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		if (!is_reached(search, from, branch) && from != search->cfg.blocks[branch])
			continue;
		if (value && value != incoming)
			return false;
		value = incoming;
	}
	return !value || !LLVMIsAInstruction(value) || !is_reached(search, LLVMGetInstructionParent(value), branch);
}

// The gangs go different ways at the end of block BRANCH.
static void diverge(struct search *search, uint32_t branch)
{
	reach(search, branch);
	for (size_t i = 0; i < search->reached.count; i++) {
		uint32_t block = search->reached.items[i];
		bool all = is_left(search, branch, block);
		LLVMValueRef phi = LLVMGetFirstInstruction(search->cfg.blocks[block]);
		for (; aw_llvm_is_op(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi))
			if (all || !has_one_value(search, phi, branch))
				mark(search, phi);
	}
	uint32_t loop = search->loops.innermost[branch];
	for (; loop != AW_NONE; loop = search->loops.loops.items[loop].parent)
		if (leaves(search, branch, loop))
			mark_loads(search, loop);
}

static void spread(struct search *search, LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef callee = aw_llvm_callee(user);
		uint32_t block = aw_cfg_number(&search->cfg, LLVMGetInstructionParent(user));
		if (block == AW_NONE || (callee && aw_starts_with(aw_llvm_name(callee), "aw.block.")))
			continue;
		if (LLVMIsATerminatorInst(user)) {
			if (LLVMGetNumSuccessors(user) > 1)
				diverge(search, block);
		} else if (LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVoidTypeKind) {
			mark(search, user);
		}
	}
}

static void spread_all(struct search *search)
{
	while (search->work.count)
		spread(search, search->work.items[--search->work.count]);
}

// --- races among equals ---

enum { DEEP = 4 }; // operations of an address that are compared

// Whether pointers A and B are computed alike from the same values.
static bool is_same(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (a == b)
		return true;
	bool computed = aw_llvm_is_op(a, LLVMGetElementPtr) || LLVMIsACastInst(a);
	int count = LLVMGetNumOperands(a);
	if (!computed || depth == 0 || !LLVMIsAInstruction(b) || LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
	    LLVMTypeOf(a) != LLVMTypeOf(b) || count != LLVMGetNumOperands(b))
		return false;
	if (aw_llvm_is_op(a, LLVMGetElementPtr) && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
		return false;
	for (unsigned i = 0; i < (unsigned)count; i++)
		if (!is_same(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

// Whether gangs that go on from INSTRUCTION to the end of its block come to a barrier; *STORES becomes true if all gangs come by there
// and store to ADDRESS before.
static bool come_to_barrier(const struct search *search, LLVMValueRef instruction, LLVMValueRef address, bool *stores)
{
	uint32_t block = aw_cfg_number(&search->cfg, LLVMGetInstructionParent(instruction));
	for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
		if (aw_block_is_barrier(instruction))
			return true;
		*stores |= aw_llvm_is_op(instruction, LLVMStore) && search->seen[block] == 0 &&
		           is_same(LLVMGetOperand(instruction, 1), address, DEEP);
	}
	return false;
}

static bool is_overwritten(struct search *search, LLVMValueRef load)
{
	bool stores = false, *passed = AW_NEED_ARRAY(bool, search->cfg.count);
	LLVMValueRef address = LLVMGetOperand(load, 0);
	search->reached.count = 0;
	if (!come_to_barrier(search, load, address, &stores))
		aw_need(aw_vec_push(&search->reached, aw_cfg_number(&search->cfg, LLVMGetInstructionParent(load))));
	for (size_t i = 0; i < search->reached.count && !stores; i++)
		AW_FOR_SUCCESSORS(&search->cfg.graph, search->reached.items[i], next) {
			LLVMValueRef first = LLVMGetFirstInstruction(search->cfg.blocks[*next]);
			if (!passed[*next] && !come_to_barrier(search, first, address, &stores))
				aw_need(aw_vec_push(&search->reached, *next));
			passed[*next] = true;
		}
	free(passed);
	return stores;
}

// Marks the loads that meet what other gangs stored.  Which stores all gangs come by must be known.
static void mark_overwritten(struct search *search)
{
	AW_VEC(LLVMValueRef) stores = { 0 };
	for (uint32_t block = 0; block < search->cfg.count; block++)
		if (search->seen[block] == 0)
			AW_FOR_INSTRUCTIONS(instruction, search->cfg.blocks[block])
				if (aw_llvm_is_op(instruction, LLVMStore))
					aw_need(aw_vec_push(&stores, instruction));
	for (uint32_t block = 0; block < search->cfg.count && stores.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, search->cfg.blocks[block]) {
			bool any = false;
			if (!aw_llvm_is_op(instruction, LLVMLoad) || !aw_block_uniform(search->uniformity, instruction))
				continue;
			for (size_t i = 0; i < stores.count && !any; i++)
				any = is_same(LLVMGetOperand(stores.items[i], 1), LLVMGetOperand(instruction, 0), DEEP);
			if (any && is_overwritten(search, instruction))
				mark(search, instruction);
		}
	aw_vec_finish(&stores);
}

void aw_block_uniformity_init(struct aw_block_uniformity *uniformity, LLVMValueRef function)
{
	*uniformity = (struct aw_block_uniformity){ 0 };
	struct search search = { .uniformity = uniformity };
	aw_cfg_init(&search.cfg, function);
	aw_post_dominators_init(&search.post, &search.cfg);
	aw_loops_init(&search.loops, &search.cfg);
	search.seen = AW_NEED_ARRAY(uint32_t, search.cfg.count);
	for (uint32_t block = 0; block < search.cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, search.cfg.blocks[block])
			if (differs_itself(instruction))
				mark(&search, instruction);
	spread_all(&search);
	mark_overwritten(&search);
	spread_all(&search);
	free(search.seen);
	aw_vec_finish(&search.work);
	aw_vec_finish(&search.reached);
	aw_loops_finish(&search.loops);
	aw_dominators_finish(&search.post);
	aw_cfg_finish(&search.cfg);
}

void aw_block_uniformity_finish(struct aw_block_uniformity *uniformity)
{
	aw_map_finish(&uniformity->differing);
}
