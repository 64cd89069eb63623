// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread loads before it writes anything.  In
//
//     around = d[from][via] + d[via][to];
//     if (around < d[from][to])
//         d[from][to] = around;
//
// all gangs of a row load d[from][via], and for all that a compiler of loops knows one of them may have written there before the next one
// loads.  But CUDA orders nothing among threads between barriers: as no thread writes before it loads, it is as well that all have
// loaded first (PTX ISA, "Memory Consistency Model": reads and writes that race have no order).  So the loads are marked in the code of
// one gang, where is still to be seen what comes before what in a thread, and once it is in loops over gangs they are
// taken out of those in which they load from one place.
#include "early_loads.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "../analysis/need.h"

static unsigned mark_of(struct aw_unit *unit)
{
	static const char name[] = "aw.early";
	return LLVMGetMDKindIDInContext(unit->context, name, sizeof(name) - 1);
}

static bool is_plain_load(LLVMValueRef load)
{
	return aw_llvm_is_op(load, LLVMLoad) && !LLVMGetVolatile(load) &&
	       LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMVectorTypeKind && LLVMGetOrdering(load) <= LLVMAtomicOrderingUnordered;
}

// --- which ---

static bool writes(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (aw_llvm_may_write(instruction))
			return true;
	return false;
}

// By block: whether something may have been written before it begins.
static void find_written(const struct aw_cfg *cfg, bool *written)
{
	// A block may come in twice: as one that writes, and behind one.
	uint32_t *work = AW_NEED_ARRAY(uint32_t, 2 * cfg->count), count = 0;
	for (uint32_t block = 0; block < cfg->count; block++)
		if (writes(cfg->blocks[block]))
			work[count++] = block;
	while (count) {
		uint32_t block = work[--count];
		AW_FOR_SUCCESSORS(&cfg->graph, block, to) {
			if (!written[*to])
				work[count++] = *to;
			written[*to] = true;
		}
	}
	free(work);
}

void aw_early_loads_mark(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMValueRef empty = LLVMMetadataAsValue(unit->context, LLVMMDNodeInContext2(unit->context, NULL, 0));
	struct aw_cfg cfg;
	aw_cfg_init(&cfg, function);
	bool *written = AW_NEED_ARRAY(bool, cfg.count);
	find_written(&cfg, written);
	for (uint32_t block = 0; block < cfg.count; block++) {
		if (written[block])
			continue;
		for (LLVMValueRef instruction = LLVMGetFirstInstruction(cfg.blocks[block]);
		     instruction && !aw_llvm_may_write(instruction); instruction = LLVMGetNextInstruction(instruction))
			if (is_plain_load(instruction))
				LLVMSetMetadata(instruction, mark_of(unit), empty);
	}
	free(written);
	aw_cfg_finish(&cfg);
}

// --- out of loops ---

// The one block outside of LOOP that leads to its header, and nowhere else; NULL: none is.
static LLVMBasicBlockRef block_before(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	uint32_t found = aw_loop_way_in(loops, cfg, loop);
	return found != AW_NONE && aw_cfg_successor_count(cfg, found) == 1 ? cfg->blocks[found] : NULL;
}

// Moves the marked loads of BLOCK whose address LOOP doesn't make to the end of BEFORE.  False when what follows may not be reached.
static bool hoist_block(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop, uint32_t block,
                        LLVMBasicBlockRef before)
{
	AW_FOR_INSTRUCTIONS_SAFE(load, cfg->blocks[block]) {
		if (LLVMIsACallInst(load) && aw_llvm_may_write(load) && !aw_starts_with(aw_llvm_callee_name(load), "llvm."))
			return false;
		if (!is_plain_load(load) || !LLVMGetMetadata(load, mark_of(unit)) ||
		    aw_loop_has_value(loops, cfg, loop, LLVMGetOperand(load, 0)))
			continue;
		LLVMInstructionRemoveFromParent(load);
		aw_llvm_at(unit->builder, LLVMGetBasicBlockTerminator(before));
		LLVMInsertIntoBuilder(unit->builder, load);
	}
	return true;
}

// From the header on, as far as every turn goes.
static void hoist_from(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	LLVMBasicBlockRef before = block_before(cfg, loops, loop);
	uint32_t block = loops->loops.items[loop].header, left = loops->loops.items[loop].end - loops->loops.items[loop].first;
	if (!before || !loops->loops.items[loop].reducible)
		return;
	while (left-- > 0 && hoist_block(unit, cfg, loops, loop, block, before) && aw_cfg_successor_count(cfg, block) == 1)
		block = aw_cfg_successor(cfg, block, 0);
}

void aw_early_loads_hoist(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t loop = (uint32_t)loops.loops.count; loop-- > 0;) // from the inner ones outwards
		hoist_from(unit, &cfg, &loops, loop);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}
