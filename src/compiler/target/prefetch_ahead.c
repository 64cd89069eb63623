// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: a loop whose turns wait at a barrier for what they load asks for the next turn's lines while it is in this one.
// The load can't be moved in front of the barrier, since another thread may write there before; a prefetch can, because it
// gives no value.  It goes to the second level cache, from which the load then comes in a third of the time:
//
//     body: x = a[i]; shared[t] = x; barrier; ...; i += stride; if (i < n) goto body
// gets behind the load
//     if (few) prefetch(a[i + stride])
//
// Only a loop that asks for one row a turn gets it: two of these tests cost a tiled matrix product a twentieth, though not taken.
// FEW says that the grid has less blocks than such a GPU can run beside one another: only then the blocks of a
// multiprocessor leave it idle while they wait, and more instructions cost nothing.  A prefetch of an address that is no
// memory does nothing (tried on an H200 with addresses everywhere), so it needs no test that there is a next turn.  The address of the
// next turn is that of this one with each phi of the loop's head replaced by what it becomes.
#include "next_turn.h"
#include "nvptx.h"

enum { MOST_LOADS = 1, FEW_BLOCKS = 256 };

// A load of a loop.
struct ahead {
	LLVMValueRef load, base; // BASE: its address without constant offsets
	struct aw_turns turns;
};

typedef AW_VEC(struct ahead) aheads;

// --- finding ---

static bool is_candidate(struct aw_turn_search *search, LLVMValueRef load)
{
	if (!LLVMIsALoadInst(load) || !aw_llvm_is_plain(load))
		return false;
	search->nodes = 0;
	search->moves = false;
	return aw_turn_may_be_global(LLVMGetOperand(load, 0)) && aw_turn_is_known(search, LLVMGetOperand(load, 0), AW_TURN_NEXT) &&
	       search->moves;
}

// Adds the loads of the search's loop to FOUND; each line is asked for once, by the load that comes first.
static void collect(struct aw_unit *unit, struct aw_turn_search *search, aheads *found)
{
	const struct aw_loop *loop = &search->loops->loops.items[search->loop];
	size_t before = found->count;
	bool waits = false;
	for (uint32_t rank = loop->first; rank < loop->end; rank++) {
		uint32_t block = search->loops->order[rank];
		if (search->loops->innermost[block] != search->loop)
			continue;
		AW_FOR_INSTRUCTIONS(instruction, search->cfg->blocks[block]) {
			int64_t offset = 0;
			waits |= aw_turn_is_barrier(instruction);
			if (!is_candidate(search, instruction))
				continue;
			LLVMValueRef base = aw_llvm_strip_offset(unit->module, LLVMGetOperand(instruction, 0), &offset);
			bool known = false;
			for (size_t i = before; i < found->count; i++)
				known |= found->items[i].base == base;
			if (!known)
				aw_need(aw_vec_push(found, ((struct ahead){ instruction, base, *search->turns })));
		}
	}
	if (!waits || found->count - before > MOST_LOADS)
		found->count = before;
}

static void find(struct aw_unit *unit, LLVMValueRef function, aheads *found)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t i = 0; i < loops.loops.count; i++) {
		const struct aw_loop *loop = &loops.loops.items[i];
		struct aw_turns turns;
		struct aw_turn_search search = { .cfg = &cfg, .loops = &loops, .loop = i, .turns = &turns };
		if (loop->reducible && aw_turns_find(&cfg, &loops, i, &turns))
			collect(unit, &search, found);
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

// --- making ---

static LLVMValueRef grid_size(struct aw_unit *unit, const char *name)
{
	LLVMValueRef size = aw_llvm_ask_number(unit->builder, unit->module, name);
	return LLVMBuildZExt(unit->builder, size, LLVMInt64TypeInContext(unit->context), "");
}

// At the beginning of FUNCTION: whether the grid has few blocks.
static LLVMValueRef build_few(struct aw_unit *unit, LLVMValueRef function)
{
	aw_llvm_at(unit->builder, aw_llvm_first_after_phis(LLVMGetEntryBasicBlock(function)));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef blocks = grid_size(unit, "llvm.nvvm.read.ptx.sreg.nctaid.x");
	blocks = LLVMBuildMul(unit->builder, blocks, grid_size(unit, "llvm.nvvm.read.ptx.sreg.nctaid.y"), "");
	blocks = LLVMBuildMul(unit->builder, blocks, grid_size(unit, "llvm.nvvm.read.ptx.sreg.nctaid.z"), "");
	LLVMValueRef limit = LLVMConstInt(LLVMInt64TypeInContext(unit->context), FEW_BLOCKS, false);
	return LLVMBuildICmp(unit->builder, LLVMIntULT, blocks, limit, "few");
}

static void build_prefetch(struct aw_unit *unit, LLVMValueRef address)
{
	static const char text[] = "prefetch.L2 [$0];";
	LLVMTypeRef pointer = LLVMPointerTypeInContext(unit->context, AW_NVPTX_GENERIC);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context), &pointer, 1, false);
	LLVMValueRef assembly = LLVMGetInlineAsm(type, text, sizeof(text) - 1, "l", 1, true, false, LLVMInlineAsmDialectATT, false);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) != AW_NVPTX_GENERIC)
		address = LLVMBuildAddrSpaceCast(unit->builder, address, pointer, "");
	LLVMBuildCall2(unit->builder, type, assembly, &address, 1, "");
}

// A latch whose end was split off is the new block, to which it goes.
static void follow_latch(aheads *found)
{
	for (size_t i = 0; i < found->count; i++) {
		LLVMValueRef phi = LLVMGetFirstInstruction(found->items[i].turns.head);
		bool there = false;
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
			there |= LLVMGetIncomingBlock(phi, k) == found->items[i].turns.latch;
		if (there)
			continue;
		found->items[i].turns.latch = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(found->items[i].turns.latch), 0);
	}
}

// At the end of the load's block, behind which the threads go on together.
static void ask_ahead(struct aw_unit *unit, const struct ahead *ahead, aheads *found, LLVMValueRef few)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(ahead->load);
	LLVMBasicBlockRef rest = aw_llvm_split_before(LLVMGetBasicBlockTerminator(block));
	follow_latch(found);
	LLVMBasicBlockRef ask = LLVMInsertBasicBlockInContext(unit->context, rest, "ahead");
	LLVMPositionBuilderAtEnd(unit->builder, ask);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	build_prefetch(unit, aw_turn_compute(unit, &ahead->turns, LLVMGetOperand(ahead->load, 0), AW_TURN_NEXT));
	LLVMBuildBr(unit->builder, rest);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(block));
	LLVMPositionBuilderAtEnd(unit->builder, block);
	LLVMBuildCondBr(unit->builder, few, ask, rest);
}

static bool run(struct aw_unit *unit, LLVMValueRef function)
{
	aheads found = { 0 };
	find(unit, function, &found);
	LLVMValueRef few = found.count ? build_few(unit, function) : NULL;
	for (size_t i = 0; i < found.count; i++)
		ask_ahead(unit, &found.items[i], &found, few);
	bool changed = found.count > 0;
	aw_vec_finish(&found);
	return changed;
}

bool aw_pass_prefetch_ahead(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && run(unit, function)) {
			aw_llvm_run_function_passes(function, "early-cse,simplifycfg,dce", unit->machine);
			changed = true;
		}
	return changed;
}
