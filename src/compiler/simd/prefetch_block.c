// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with barriers is done block by block, and what a block reads first and writes last lies in pieces: a tile's rows,
// or some elements a thread that are a block's threads apart.  They are too short for the hardware to find the
// pattern, and between them it has nothing to do while the block computes.  But workers take blocks in order, so the addresses
// of the block to come are mostly those of this one computed for blockIdx.x + 1.  A prefetch doesn't fault, so it matters
// not whether there is such a block.
//
// They go to the second cache: the block that is there needs the first for itself.
//
// Only outside of loops: what loops walk along is much more than that of one turn.  And where a thread loads more than a few
// elements the asking would be as much work as the loading, and what the hardware finds by itself is most of it.
#include "prefetch_block.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/loops.h"
#include "prefetch.h"
#include "simd_past.h"

enum { DEPTH = 12, MOST_LOADS = 4, MOST = 48 };

struct prefetch {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	struct aw_map next; // what has been computed for the next block in the basic block at hand
};

static bool is_block_index(LLVMValueRef value)
{
	return !strcmp(aw_intrinsic_register(value), "ctaid.x");
}

// Whether VALUE is computed from blockIdx.x by arithmetic that can be done again; *SIMPLE becomes false where it can't.
static bool depends(LLVMValueRef value, unsigned depth, bool *simple)
{
	bool some = false;
	if (!LLVMIsAInstruction(value) || LLVMIsALoadInst(value))
		return false;
	if (is_block_index(value))
		return true;
	if (LLVMIsACallInst(value))
		return false;
	if (!depth || !aw_prefetch_can_repeat(value)) {
		*simple = false;
		return false;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		some |= depends(LLVMGetOperand(value, i), depth - 1, simple);
	return some;
}

// VALUE, for which that is so, in the next block, computed where the builder stands.
static LLVMValueRef next_value(struct prefetch *prefetch, LLVMValueRef value)
{
	bool simple = true;
	LLVMValueRef made = aw_map_get(&prefetch->next, value);
	if (made || !depends(value, DEPTH, &simple))
		return made ? made : value;
	if (is_block_index(value)) {
		made = LLVMBuildAdd(prefetch->builder, value, LLVMConstInt(LLVMTypeOf(value), 1, false), "");
	} else {
		LLVMValueRef operands[DEPTH];
		unsigned count = (unsigned)LLVMGetNumOperands(value);
		for (unsigned i = 0; i < count && i < DEPTH; i++)
			operands[i] = next_value(prefetch, LLVMGetOperand(value, i));
		made = LLVMInstructionClone(value);
		for (unsigned i = 0; i < count && i < DEPTH; i++)
			LLVMSetOperand(made, i, operands[i]);
		aw_llvm_drop_promises(made);
		LLVMInsertIntoBuilder(prefetch->builder, made);
	}
	aw_need(aw_map_put(&prefetch->next, value, made));
	return made;
}

// Takes away a prefetch of what lies behind ADDRESS (aw_simd_ask_ahead), which this one makes needless.
static void drop_ahead(LLVMValueRef store, LLVMValueRef address)
{
	LLVMValueRef call = LLVMGetNextInstruction(store);
	if (LLVMIsAGetElementPtrInst(call) && LLVMGetOperand(call, 0) == address)
		call = LLVMGetNextInstruction(call);
	if (!aw_starts_with(aw_llvm_callee_name(call), "llvm.prefetch"))
		return;
	LLVMValueRef ahead = LLVMGetOperand(call, 0);
	if (LLVMIsAGetElementPtrInst(ahead) && LLVMGetOperand(ahead, 0) == address)
		aw_llvm_erase(call);
}

// Asks for what ACCESS is in the next block; false: that isn't known.
static bool ask(struct prefetch *prefetch, LLVMValueRef instruction, const struct aw_access *access)
{
	bool simple = true;
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(prefetch->unit->module), access->type);
	if (!depends(access->address, DEPTH, &simple) || !simple)
		return false;
	aw_llvm_at(prefetch->builder, instruction);
	LLVMValueRef next = next_value(prefetch, access->address);
	assert(next != access->address && LLVMTypeOf(next) == LLVMTypeOf(access->address));
	aw_prefetch_row(prefetch->unit, next, size, access->value ? AW_PREFETCH_WRITE : AW_PREFETCH_READ_LATER);
	if (access->value)
		drop_ahead(instruction, access->address);
	return true;
}

static bool waits(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!strcmp(aw_llvm_callee_name(instruction), "llvm.nvvm.barrier0"))
				return true;
	return false;
}

// A row that is accessed outside of loops and isn't stored past the caches.
struct row {
	LLVMValueRef instruction;
	struct aw_access access;
};
struct rows {
	AW_VEC(struct row) list;
	unsigned loads; // of what differs from block to block
};

static bool find_row(LLVMValueRef instruction, struct row *row)
{
	const struct aw_access *access = &row->access;
	row->instruction = instruction;
	return aw_access_find(instruction, &row->access) && LLVMGetTypeKind(access->type) == LLVMVectorTypeKind &&
	       !aw_access_is_shared(access->address) && !(access->value && aw_simd_is_past(instruction));
}

static void find_rows(LLVMValueRef function, struct rows *rows)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t number = 0; number < cfg.count; number++) {
		if (loops.innermost[number] != AW_NONE)
			continue;
		AW_FOR_INSTRUCTIONS(instruction, cfg.blocks[number]) {
			struct row row;
			if (!find_row(instruction, &row))
				continue;
			bool simple = true;
			aw_need(aw_vec_push(&rows->list, row));
			rows->loads += !row.access.value && depends(row.access.address, DEPTH, &simple);
		}
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

static void ask_all(struct prefetch *prefetch, const struct rows *rows)
{
	unsigned count = 0;
	LLVMBasicBlockRef last = NULL;
	for (size_t i = 0; i < rows->list.count && count < MOST; i++) {
		const struct row *row = &rows->list.items[i];
		LLVMBasicBlockRef block = LLVMGetInstructionParent(row->instruction);
		if (block != last)
			aw_map_finish(&prefetch->next); // what was computed needn't be there any more
		last = block;
		count += ask(prefetch, row->instruction, &row->access);
	}
	aw_map_finish(&prefetch->next);
}

void aw_prefetch_blocks(struct aw_unit *unit, LLVMValueRef function)
{
	struct prefetch prefetch = { .unit = unit, .builder = unit->builder };
	struct rows rows = { 0 };
	if (!waits(function))
		return;
	find_rows(function, &rows);
	if (rows.loads <= MOST_LOADS)
		ask_all(&prefetch, &rows);
	aw_vec_finish(&rows.list);
}
