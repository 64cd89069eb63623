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
//
// With them go gathers of all lanes out of loops that write to nothing but the function's own variables, as loops over gangs do between
// two barriers that only read what they share.  LLVM takes a gather for something that reads anywhere, and leaves it in each loop that
// writes at all; without the instruction it is a load a lane.
#include "early_loads.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/access.h"
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
	return aw_llvm_is_op(load, LLVMLoad) && !LLVMGetVolatile(load) && LLVMGetOrdering(load) <= LLVMAtomicOrderingUnordered;
}

bool aw_early_loads_is(struct aw_unit *unit, LLVMValueRef value)
{
	return is_plain_load(value) && LLVMGetMetadata(value, mark_of(unit));
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

// --- what a loop writes ---

// Whether nothing but loads, stores and what fills memory has the address VALUE, which leads into a variable, or one made of it.
static bool stays_own(LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		struct aw_access access;
		const char *name = aw_llvm_callee_name(user);
		if (aw_starts_with(name, "llvm.lifetime.") || aw_starts_with(name, "llvm.memset."))
			continue;
		bool own = aw_llvm_is_op(user, LLVMGetElementPtr) && LLVMGetOperand(user, 0) == value ? stays_own(user) :
		           aw_access_find(user, &access) && access.address == value && access.value != value;
		if (!own)
			return false;
	}
	return true;
}

// Whether INSTRUCTION writes to a variable of its function's that nothing else leads to.
static bool writes_own(LLVMValueRef instruction)
{
	struct aw_access access;
	if (!aw_access_find(instruction, &access))
		return false;
	LLVMValueRef base = aw_llvm_object(access.address);
	return LLVMIsAAllocaInst(base) && stays_own(base);
}

static bool is_harmless(LLVMValueRef instruction)
{
	return !aw_llvm_may_write(instruction) || aw_starts_with(aw_llvm_callee_name(instruction), "llvm.prefetch.") ||
	       writes_own(instruction);
}

static bool writes_only_own(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	for (uint32_t i = loops->loops.items[loop].first; i < loops->loops.items[loop].end; i++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[loops->order[i]])
			if (!is_harmless(instruction))
				return false;
	return true;
}

// Whether INSTRUCTION gathers for all lanes, from elsewhere than a variable.
static bool gathers_for_all(LLVMValueRef instruction)
{
	if (!aw_access_is_gather(instruction))
		return false;
	LLVMValueRef mask = LLVMGetOperand(instruction, 2);
	return mask == LLVMConstAllOnes(LLVMTypeOf(mask)) && !LLVMIsAAllocaInst(aw_llvm_object(LLVMGetOperand(instruction, 0)));
}

static bool has_gather(LLVMValueRef function)
{
	return aw_llvm_find_instruction(function, gathers_for_all) != NULL;
}

// --- out of loops ---

// The one block outside of LOOP that leads to its header, and nowhere else; NULL: none is.
static LLVMBasicBlockRef block_before(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	uint32_t found = aw_loop_way_in(loops, cfg, loop);
	return found != AW_NONE && aw_cfg_successor_count(cfg, found) == 1 ? cfg->blocks[found] : NULL;
}

// A loop that loads are taken out of, to the end of BEFORE; with GATHERS, also those.
struct way_out {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	LLVMBasicBlockRef before;
	bool gathers;
};

static bool may_leave(const struct way_out *way, LLVMValueRef load)
{
	bool is_early = !aw_llvm_is_vector(load) && aw_early_loads_is(way->unit, load);
	bool leaves = is_early || (way->gathers && gathers_for_all(load));
	return leaves && !aw_loop_has_value(way->loops, way->cfg, way->loop, LLVMGetOperand(load, 0));
}

// Moves the loads of BLOCK whose address the loop doesn't make.  False when what follows may not be reached.
static bool hoist_block(const struct way_out *way, uint32_t block)
{
	AW_FOR_INSTRUCTIONS_SAFE(load, way->cfg->blocks[block]) {
		if (LLVMIsACallInst(load) && aw_llvm_may_write(load) && !aw_starts_with(aw_llvm_callee_name(load), "llvm."))
			return false;
		if (!may_leave(way, load))
			continue;
		LLVMInstructionRemoveFromParent(load);
		aw_llvm_at(way->unit->builder, LLVMGetBasicBlockTerminator(way->before));
		LLVMInsertIntoBuilder(way->unit->builder, load);
	}
	return true;
}

// From the header on, as far as every turn goes.
static void hoist_from(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop, bool gathers)
{
	struct way_out way = { unit, cfg, loops, loop, block_before(cfg, loops, loop), gathers };
	uint32_t block = loops->loops.items[loop].header, left = loops->loops.items[loop].end - loops->loops.items[loop].first;
	if (!way.before || !loops->loops.items[loop].reducible)
		return;
	way.gathers = gathers && writes_only_own(cfg, loops, loop);
	while (left-- > 0 && hoist_block(&way, block) && aw_cfg_successor_count(cfg, block) == 1)
		block = aw_cfg_successor(cfg, block, 0);
}

void aw_early_loads_hoist(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	bool gathers = has_gather(function);
	for (uint32_t loop = (uint32_t)loops.loops.count; loop-- > 0;) // from the inner ones outwards
		hoist_from(unit, &cfg, &loops, loop, gathers);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}
