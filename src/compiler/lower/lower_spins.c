// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks where a thread may wait for another without saying so: atomic and volatile accesses in loops (a
// ticket lock, a flag that another block sets).  The mark, aw.spin, makes the thread let others run now
// and then, which is all that such a loop needs to end.  A call in a loop counts when the function
// called, or one that it calls, has such an access: `while (!try_lock(&lock));`.  A loop that reads a clock may wait for
// time to pass; aw.spin.time lets the others wait meanwhile, not one after another.  Forms of the simd strategy have no
// loops that wait (simd_clone).
//
// A turn of a loop needs one mark on each way, the first: where a loop tries to take a lock, the thread then lets others run without
// it.  Were there marks behind the lock, too, its patience might end there each time.
#include <assert.h>

#include "../analysis/call_graph.h"
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "waiting.h"

// What an instruction that is repeated may wait for: what others do, and time.
enum { OTHERS = 1, TIME = 2 };

static unsigned waited_for_at(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	if (row)
		return row->flags & AW_INTRINSIC_ATOMIC ? OTHERS : aw_waits_for_time(instruction) ? TIME : 0;
	if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
		return OTHERS;
	bool atomic_load = LLVMIsALoadInst(instruction) && LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
	return atomic_load || aw_waits_volatile(instruction) ? OTHERS : 0;
}

static unsigned waited_for_in(LLVMValueRef function)
{
	unsigned kinds = 0;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			kinds |= waited_for_at(instruction);
	return kinds;
}

// For every function number what its calls may wait for when repeated.
static unsigned *find_spinning(const struct aw_call_graph *calls)
{
	unsigned *rings = AW_NEED_ARRAY(unsigned, calls->count);
	for (uint32_t i = 0; i < calls->count; i++) {
		const struct aw_call_node *node = &calls->nodes[calls->bottom_up[i]];
		rings[node->component] |= waited_for_in(node->function);
		AW_FOR_SUCCESSORS(&calls->graph, calls->bottom_up[i], callee)
			rings[node->component] |= rings[calls->nodes[*callee].component];
	}
	return rings;
}

static unsigned may_wait_for(const struct aw_call_graph *calls, const unsigned *rings, LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (!callee || LLVMIsDeclaration(callee))
		return waited_for_at(instruction);
	uint32_t number = aw_call_graph_number(calls, callee);
	assert(number != AW_NONE);
	return rings[calls->nodes[number].component];
}

// Whether all ways to BLOCK in a turn of the loop around it have a mark, by what MARKED says of the blocks.
static bool is_behind_mark(const struct aw_loops *loops, const struct aw_dominators *tree, const bool *marked, uint32_t block)
{
	uint32_t loop = loops->innermost[block];
	for (; block != AW_NONE && aw_loop_contains(loops, loop, block); block = tree->parent[block])
		if (marked[block])
			return true;
	return false;
}

static bool visit_function(struct aw_unit *unit, const struct aw_call_graph *calls, const unsigned *rings,
                           LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators tree;
	bool changed = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	aw_dominators_init(&tree, &cfg.graph, 0);
	bool *marked = AW_NEED_ARRAY(bool, cfg.count);
	for (uint32_t i = 0; i < cfg.count && loops.loops.count; i++) {
		uint32_t block = loops.order[i];
		if (loops.innermost[block] == AW_NONE)
			continue;
		AW_FOR_INSTRUCTIONS(instruction, cfg.blocks[block]) {
			unsigned kinds = may_wait_for(calls, rings, instruction);
			if (!kinds || (kinds & OTHERS && is_behind_mark(&loops, &tree, marked, block)))
				continue;
			marked[block] |= (kinds & OTHERS) != 0;
			aw_llvm_at(unit->builder, instruction);
			aw_unit_mark(unit, kinds & OTHERS ? "aw.spin" : "aw.spin.time");
			changed = true;
		}
	}
	free(marked);
	aw_dominators_finish(&tree);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return changed;
}

bool aw_pass_lower_spins(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, unit->module);
	unsigned *rings = find_spinning(&calls);
	bool changed = false;
	for (uint32_t i = 0; i < calls.count; i++)
		if (aw_llvm_is_defined(calls.nodes[i].function) && !aw_unit_is_form(unit, calls.nodes[i].function))
			changed |= visit_function(unit, &calls, rings, calls.nodes[i].function);
	free(rings);
	aw_call_graph_finish(&calls);
	return changed;
}
