// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with barriers is done block by block, and what a block reads first and writes last lies in pieces: a tile's rows,
// or some elements a thread that are a block's threads apart.  They are too short for the hardware to find the
// pattern, and between them it has nothing to do while the block computes.  But workers take blocks in order, so the addresses
// of the block to come are mostly those of this one computed for blockIdx.x + 1.  A prefetch doesn't fault, so it matters
// not whether there is such a block.
//
// They go to the second cache: the block that is there needs the first for itself.  Where one barrier alone follows the load they are
// asked for behind it, while the block writes what it has read, and else beside the load: dealt out to what many barriers part,
// as the steps of a scan or of a Fourier transform, they gained nothing.  Where a thread loads more than a few elements they are asked for
// beside these: all of a block's at once would wait for one another.
//
// Only outside of loops: what loops walk along is much more than that of one turn.  And where a thread loads more than some elements the
// asking would be as much work as the loading, and what the hardware finds by itself is most of it.  Sixteen elements a thread that are
// 256 threads apart, four pieces of a page beside one another, it doesn't find.
#include "prefetch_block.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/block_uniformity.h"
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "prefetch.h"
#include "simd_past.h"

enum { DEPTH = 12, FEW_LOADS = 4, MOST_LOADS = 16, MOST = 48 };

// A row that is accessed outside of loops, isn't stored past the caches, and lies elsewhere for the next block.
struct row {
	LLVMValueRef instruction;
	struct aw_access access;
	size_t barriers; // before it in the flow
};

struct prefetch {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	AW_VEC(struct row) rows;
	AW_VEC(LLVMValueRef) barriers; // outside of loops, in the order of the flow
	LLVMValueRef place; // where the builder stands
	struct aw_map next; // what has been computed there for the next block
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

// --- what ---

static bool find_row(LLVMValueRef instruction, struct row *row)
{
	const struct aw_access *access = &row->access;
	bool simple = true;
	row->instruction = instruction;
	return aw_access_find(instruction, &row->access) && LLVMGetTypeKind(access->type) == LLVMVectorTypeKind &&
	       !aw_access_is_shared(access->address) && !(access->value && aw_simd_is_past(instruction)) &&
	       depends(access->address, DEPTH, &simple) && simple;
}

static void find_in_block(struct prefetch *prefetch, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		struct row row = { .barriers = prefetch->barriers.count };
		if (aw_block_is_plain_barrier(instruction))
			aw_need(aw_vec_push(&prefetch->barriers, instruction));
		else if (find_row(instruction, &row))
			aw_need(aw_vec_push(&prefetch->rows, row));
	}
}

static void find_all(struct prefetch *prefetch)
{
	for (uint32_t i = 0; i < prefetch->cfg.count; i++) {
		uint32_t number = prefetch->loops.order[i];
		if (prefetch->loops.innermost[number] == AW_NONE)
			find_in_block(prefetch, prefetch->cfg.blocks[number]);
	}
}

static unsigned count_loads(const struct prefetch *prefetch)
{
	unsigned count = 0;
	for (size_t i = 0; i < prefetch->rows.count; i++)
		count += !prefetch->rows.items[i].access.value;
	return count;
}

// --- where ---

static bool dominates(const struct prefetch *prefetch, LLVMValueRef instruction, LLVMValueRef other)
{
	return aw_dominates(&prefetch->dominators, aw_cfg_number(&prefetch->cfg, LLVMGetInstructionParent(instruction)),
	                    aw_cfg_number(&prefetch->cfg, LLVMGetInstructionParent(other)));
}

// Where it is asked for what ROW is in the next block.
static LLVMValueRef place_of(const struct prefetch *prefetch, const struct row *row)
{
	if (row->access.value || row->barriers + 1 != prefetch->barriers.count || count_loads(prefetch) > FEW_LOADS)
		return row->instruction;
	LLVMValueRef barrier = prefetch->barriers.items[row->barriers];
	return dominates(prefetch, row->instruction, barrier) ? LLVMGetNextInstruction(barrier) : row->instruction;
}

// Goes on to PLACE; what was computed elsewhere needn't be there.
static void go_to(struct prefetch *prefetch, LLVMValueRef place)
{
	if (place != prefetch->place)
		aw_map_finish(&prefetch->next);
	prefetch->place = place;
	aw_llvm_at(prefetch->builder, place);
}

// --- asking ---

static void ask(struct prefetch *prefetch, const struct row *row)
{
	enum aw_prefetch_kind kind = row->access.value ? AW_PREFETCH_WRITE : AW_PREFETCH_READ_LATER;
	go_to(prefetch, place_of(prefetch, row));
	LLVMValueRef next = next_value(prefetch, row->access.address);
	assert(next != row->access.address && LLVMTypeOf(next) == LLVMTypeOf(row->access.address));
	aw_prefetch_row(prefetch->unit, next, LLVMABISizeOfType(LLVMGetModuleDataLayout(prefetch->unit->module), row->access.type), kind);
	if (row->access.value)
		drop_ahead(row->instruction, row->access.address);
}

void aw_prefetch_blocks(struct aw_unit *unit, LLVMValueRef function)
{
	struct prefetch prefetch = { .unit = unit, .builder = unit->builder };
	if (!aw_llvm_find_instruction(function, aw_block_is_plain_barrier))
		return;
	aw_cfg_init(&prefetch.cfg, function);
	aw_loops_init(&prefetch.loops, &prefetch.cfg);
	aw_dominators_init(&prefetch.dominators, &prefetch.cfg.graph, 0);
	find_all(&prefetch);
	if (count_loads(&prefetch) <= MOST_LOADS)
		for (size_t i = 0; i < prefetch.rows.count && i < MOST; i++)
			ask(&prefetch, &prefetch.rows.items[i]);
	aw_map_finish(&prefetch.next);
	aw_vec_finish(&prefetch.rows);
	aw_vec_finish(&prefetch.barriers);
	aw_dominators_finish(&prefetch.dominators);
	aw_loops_finish(&prefetch.loops);
	aw_cfg_finish(&prefetch.cfg);
}
