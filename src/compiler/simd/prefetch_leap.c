// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists that lie beside one another, entry by entry, as a GPU wants them:
//
//     for (k = 0; k < mine; k++)
//         ... lists[k * count + i] ...
//
// A gang that goes along its threads' lists, each to its own end, leaps in each turn by a distance that only the launch knows, mostly to
// another page, where the hardware doesn't follow; and what a turn computes from the entry waits for it.  So each such row is asked for
// some turns before.  Its address then is that of this turn with the counters of the loop further on; a list may have ended by then, but
// a prefetch doesn't fault.
#include "prefetch_leap.h"

#include "../analysis/access.h"
#include "own_loop.h"
#include "prefetch.h"

enum { AHEAD = 8, DEEP = 10 }; // turns; operations

struct leap {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	const struct aw_loops *loops;
	const struct aw_cfg *cfg;
	const struct aw_own_loop *loop;
	uint32_t number;
	bool moves, leaps; // the address depends on the loop's counters, times what only the launch knows
};

static bool in_loop(const struct leap *leap, LLVMValueRef value)
{
	return aw_loop_has_value(leap->loops, leap->cfg, leap->number, value);
}

// What PHI, of the header, is AHEAD turns later, where the builder stands; NULL: it isn't a counter.
static LLVMValueRef later_phi(struct leap *leap, LLVMValueRef phi)
{
	LLVMValueRef becomes = LLVMGetInstructionParent(phi) == leap->loop->header ? aw_llvm_incoming(phi, leap->loop->latch) : NULL;
	if (!becomes || !aw_llvm_is_op(becomes, LLVMAdd) || LLVMGetOperand(becomes, 0) != phi || in_loop(leap, LLVMGetOperand(becomes, 1)))
		return NULL;
	LLVMValueRef step = LLVMGetOperand(becomes, 1);
	leap->moves = true;
	leap->leaps |= !LLVMIsAConstantInt(step);
	LLVMValueRef all = LLVMBuildMul(leap->builder, step, LLVMConstInt(LLVMTypeOf(step), AHEAD, false), "");
	return LLVMBuildAdd(leap->builder, phi, all, "");
}

static bool foresee(void *user, LLVMValueRef value, LLVMValueRef *later)
{
	struct leap *leap = user;
	if (!in_loop(leap, value)) {
		*later = value;
		return true;
	}
	leap->leaps |= aw_llvm_is_op(value, LLVMMul) && !LLVMIsAConstantInt(LLVMGetOperand(value, 0)) &&
	               !LLVMIsAConstantInt(LLVMGetOperand(value, 1));
	*later = LLVMIsAPHINode(value) ? later_phi(leap, value) : NULL;
	return LLVMIsAPHINode(value) || aw_llvm_is_vector(value);
}

// Asks ahead for what LOAD reads, if it is a row to which the loop leaps.
static void ask_ahead(struct leap *leap, LLVMValueRef load)
{
	struct aw_access access;
	if (!aw_access_find(load, &access) || access.value || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind ||
	    aw_access_is_blocks_own(access.address))
		return;
	aw_llvm_at(leap->builder, load);
	leap->moves = leap->leaps = false;
	LLVMValueRef address = aw_prefetch_repeat(leap->builder, access.address, DEEP, foresee, leap);
	if (address && leap->moves && leap->leaps)
		aw_prefetch_line(leap->unit, address, 0, AW_PREFETCH_READ);
	else if (address && address != access.address)
		aw_llvm_erase_unused(address);
}

void aw_prefetch_leaps(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t number = 0; number < loops.loops.count; number++) {
		struct aw_own_loop loop = { 0 };
		struct leap leap = { .unit = unit, .builder = unit->builder, .loops = &loops, .cfg = &cfg, .loop = &loop, .number = number };
		if (aw_own_loop_read(&loops, &cfg, number, &loop) && loop.lanes)
			for (size_t i = 0; i < loop.blocks.count; i++)
				AW_FOR_INSTRUCTIONS_SAFE(load, loop.blocks.items[i])
					ask_ahead(&leap, load);
		aw_own_loop_finish(&loop);
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}
