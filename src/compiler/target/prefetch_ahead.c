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
#include "../analysis/loops.h"
#include "../pipeline.h"
#include "nvptx.h"

enum { MOST_LOADS = 1, MOST_NODES = 16, FEW_BLOCKS = 256 };

// A load and the latch of its loop.
struct ahead {
	LLVMValueRef load, base; // BASE: its address without constant offsets
	LLVMBasicBlockRef head, latch;
};

typedef AW_VEC(struct ahead) aheads;

struct search {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	LLVMBasicBlockRef head, latch;
	unsigned nodes;
	bool moves; // the address is another in the next turn
};

// --- finding ---

static bool is_arithmetic(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMAnd: case LLVMOr: case LLVMXor:
	case LLVMZExt: case LLVMSExt: case LLVMTrunc: case LLVMGetElementPtr: return true;
	default: return false;
	}
}

// Whether VALUE can be computed for the next turn (or, when not NEXT, for this one) at any place of the loop.
static bool is_known(struct search *search, LLVMValueRef value, bool next)
{
	if (!aw_loop_has_value(search->loops, search->cfg, search->loop, value))
		return true;
	if (++search->nodes > MOST_NODES)
		return false;
	if (LLVMIsAPHINode(value)) {
		search->moves |= next;
		return LLVMGetInstructionParent(value) == search->head &&
		       (!next || is_known(search, aw_llvm_incoming(value, search->latch), false));
	}
	if (!is_arithmetic(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_known(search, LLVMGetOperand(value, (unsigned)i), next))
			return false;
	return true;
}

// Whether ADDRESS may be global memory: it begins with an argument or a pointer from memory.
static bool may_be_global(LLVMValueRef address)
{
	for (;;) {
		address = aw_llvm_strip_casts(address);
		if (!LLVMIsAGetElementPtrInst(address))
			break;
		address = LLVMGetOperand(address, 0);
	}
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
	bool root = LLVMIsAArgument(address) || LLVMIsALoadInst(address) || LLVMIsAGlobalVariable(address) || LLVMIsAPHINode(address);
	return root && (space == AW_NVPTX_GENERIC || space == AW_NVPTX_GLOBAL);
}

static bool is_candidate(struct search *search, LLVMValueRef load)
{
	if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
		return false;
	search->nodes = 0;
	search->moves = false;
	return may_be_global(LLVMGetOperand(load, 0)) && is_known(search, LLVMGetOperand(load, 0), true) && search->moves;
}

static bool is_barrier(LLVMValueRef call)
{
	const struct aw_intrinsic *intrinsic = aw_intrinsic_of(call);
	return intrinsic && (intrinsic->flags & AW_INTRINSIC_BLOCK);
}

// Adds the loads of the search's loop to FOUND; each line is asked for once, by the load that comes first.
static void collect(struct search *search, aheads *found)
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
			waits |= is_barrier(instruction);
			if (!is_candidate(search, instruction))
				continue;
			LLVMValueRef base = aw_llvm_strip_offset(search->unit->module, LLVMGetOperand(instruction, 0), &offset);
			bool known = false;
			for (size_t i = before; i < found->count; i++)
				known |= found->items[i].base == base;
			if (!known)
				aw_need(aw_vec_push(found, ((struct ahead){ instruction, base, search->head, search->latch })));
		}
	}
	if (!waits || found->count - before > MOST_LOADS)
		found->count = before;
}

// The one block from which LOOP goes back to its head, or NULL.
static LLVMBasicBlockRef latch_of(const struct search *search, const struct aw_loop *loop)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(search->cfg->blocks[loop->header]);
	LLVMBasicBlockRef latch = NULL;
	for (unsigned i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		uint32_t number = aw_cfg_number(search->cfg, from);
		if (number == AW_NONE || !aw_loop_contains(search->loops, search->loop, number))
			continue;
		if (latch)
			return NULL;
		latch = from;
	}
	return latch;
}

static void find(struct aw_unit *unit, LLVMValueRef function, aheads *found)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t i = 0; i < loops.loops.count; i++) {
		const struct aw_loop *loop = &loops.loops.items[i];
		struct search search = { .unit = unit, .cfg = &cfg, .loops = &loops, .loop = i, .head = cfg.blocks[loop->header] };
		search.latch = latch_of(&search, loop);
		if (loop->reducible && search.latch)
			collect(&search, found);
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

// --- making ---

// Computes VALUE for the next turn, or for this one, at the builder's place.  Past the last turn it may wrap around.
static LLVMValueRef compute(struct aw_unit *unit, const struct ahead *ahead, LLVMValueRef value, bool next, unsigned depth)
{
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == ahead->head)
		return next ? compute(unit, ahead, aw_llvm_incoming(value, ahead->latch), false, depth) : value;
	if (!LLVMIsAInstruction(value) || !is_arithmetic(value) || depth > MOST_NODES)
		return value;
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (int i = 0; i < LLVMGetNumOperands(copy); i++)
		LLVMSetOperand(copy, (unsigned)i, compute(unit, ahead, LLVMGetOperand(copy, (unsigned)i), next, depth + 1));
	aw_llvm_drop_promises(copy);
	LLVMInsertIntoBuilder(unit->builder, copy);
	return copy;
}

static LLVMValueRef grid_size(struct aw_unit *unit, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(unit->context), NULL, 0, false);
	LLVMValueRef size = LLVMBuildCall2(unit->builder, type, aw_llvm_declare(unit->module, name, type), NULL, 0, "");
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
		LLVMValueRef phi = LLVMGetFirstInstruction(found->items[i].head);
		bool there = false;
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
			there |= LLVMGetIncomingBlock(phi, k) == found->items[i].latch;
		if (there)
			continue;
		found->items[i].latch = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(found->items[i].latch), 0);
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
	build_prefetch(unit, compute(unit, ahead, LLVMGetOperand(ahead->load, 0), true, 0));
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
