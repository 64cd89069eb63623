// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms in shared memory.  Between two barriers a block does nothing with an array but add to it, in a loop:
//
//     __syncthreads();
//     for (i = ...; i < n; i += ...)
//         atomicAdd(&counts[key[i] & 255], 1);
//     __syncthreads();
//
// On a CPU an addition to memory that comes soon behind another one to the same place waits for it, or is begun with what was there before
// and made again.  So gangs have four tables, as histograms by hand do, and neighbouring lanes, or additions of one lane, add to different
// ones (simd_updates.c).  In front of the first barrier the block's threads empty the tables, and behind one more they add them up:
//
//     for (i = thread; i < 4 * size; i += threads) tables[i] = 0;
//     __syncthreads();
//     ...
//     __syncthreads();
//     for (i = thread; i < size; i += threads) counts[i] += tables[i] + tables[size + i] + ...;
//     __syncthreads();
//
// Both barriers are ones to which all threads come, once.  Nobody else sees the array meanwhile: its address goes nowhere else, and the
// order of integer additions makes no difference.  Emptying and adding up take as long as some hundred additions, which is why there has
// to be a loop, and the array may not be large.
#include "count_tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "../analysis/block_uniformity.h"
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../target/nvptx.h"

enum {
	WORD = 4,
	FEW = 64,   // numbers of a table: less has better ways (simd_tally.c)
	MANY = 256, // for each addition of a turn
};

static const char tables_name[] = "aw.count.tables", size_mark[] = "aw.count.table";

typedef AW_VEC(LLVMValueRef) instructions;

struct count {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef shared, tables; // the program's array, ours
	uint64_t size;               // numbers of it
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators before, behind;
	instructions additions, others; // what adds to it, what else accesses it
	LLVMValueRef first, last;       // the barriers
};

bool aw_count_are_tables(LLVMValueRef global)
{
	return aw_starts_with(aw_llvm_name(global), tables_name);
}

uint64_t aw_count_table_size(LLVMValueRef atomic)
{
	LLVMValueRef size = aw_llvm_noted(atomic, size_mark);
	return size ? LLVMConstIntGetZExtValue(size) : 0;
}

// --- what is done with the array ---

static bool is_addition(LLVMValueRef instruction)
{
	return LLVMIsAAtomicRMWInst(instruction) && LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpAdd &&
	       !LLVMGetVolatile(instruction) && !LLVMGetFirstUse(instruction) &&
	       LLVMTypeOf(instruction) == LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)));
}

// Notes what INSTRUCTION does with the array by its operand NUMBER; false: nobody knows.
static bool note_use(struct count *count, LLVMValueRef instruction, unsigned number)
{
	if (LLVMIsAGetElementPtrInst(instruction) || LLVMIsAAddrSpaceCastInst(instruction))
		return number == 0; // what is done with that is seen
	bool accesses = (LLVMIsALoadInst(instruction) && number == 0) || (LLVMIsAStoreInst(instruction) && number == 1) ||
	                (LLVMIsAAtomicRMWInst(instruction) && number == 0);
	if (accesses)
		aw_need(is_addition(instruction) ? aw_vec_push(&count->additions, instruction) : aw_vec_push(&count->others, instruction));
	return accesses;
}

// Whether functions that kernels may call use VALUE, or what constants lead into it.
static bool is_used_elsewhere(const struct aw_unit *unit, LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAInstruction(user)) {
			LLVMValueRef function = aw_llvm_function_of(user);
			if (aw_unit_is_called(function) || !(aw_unit_is_kernel(unit, function) || aw_unit_is_form(unit, function)))
				return true;
		} else if (!LLVMIsAConstantExpr(user) || is_used_elsewhere(unit, user)) {
			return true;
		}
	}
	return false;
}

// What can't be reached counts for nothing.
static bool find_uses(struct count *count)
{
	for (uint32_t number = 0; number < count->cfg.count; number++)
		AW_FOR_INSTRUCTIONS(instruction, count->cfg.blocks[number])
			for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
				LLVMValueRef operand = LLVMGetOperand(instruction, i);
				bool pointer = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind;
				if (pointer && aw_llvm_object(operand) == count->shared && !note_use(count, instruction, i))
					return false;
			}
	return count->additions.count > 0;
}

// --- between which barriers ---

static uint32_t number_of(const struct count *count, LLVMValueRef instruction)
{
	return aw_cfg_number(&count->cfg, LLVMGetInstructionParent(instruction));
}

// Whether all ways to OTHER come through ONE, or all ways from ONE to the end through OTHER.
static bool is_before(const struct count *count, const struct aw_dominators *tree, LLVMValueRef one, LLVMValueRef other)
{
	uint32_t a = number_of(count, one), b = number_of(count, other);
	return a == b ? aw_llvm_comes_up_to(one, other) : tree == &count->before ? aw_dominates(tree, a, b) : aw_dominates(tree, b, a);
}

// Whether all threads come to BARRIER, once.
static bool is_for_all(const struct count *count, LLVMValueRef barrier)
{
	uint32_t number = number_of(count, barrier);
	return aw_block_is_plain_barrier(barrier) && count->loops.innermost[number] == AW_NONE && aw_dominates(&count->behind, number, 0);
}

static bool is_around(const struct count *count, LLVMValueRef barrier, const struct aw_dominators *tree)
{
	for (size_t i = 0; i < count->additions.count; i++) {
		LLVMValueRef addition = count->additions.items[i];
		bool around = tree == &count->before ? is_before(count, tree, barrier, addition) : is_before(count, tree, addition, barrier);
		if (!around)
			return false;
	}
	return true;
}

// The last barrier before all additions and the first behind them.
static bool find_barriers(struct count *count)
{
	for (uint32_t i = 0; i < count->cfg.count; i++)
		AW_FOR_INSTRUCTIONS(barrier, count->cfg.blocks[i]) {
			if (!is_for_all(count, barrier))
				continue;
			if (is_around(count, barrier, &count->before) &&
			    (!count->first || is_before(count, &count->before, count->first, barrier)))
				count->first = barrier;
			if (is_around(count, barrier, &count->behind) &&
			    (!count->last || is_before(count, &count->before, barrier, count->last)))
				count->last = barrier;
		}
	return count->first && count->last;
}

// Whether nothing else is done with the array between them: it comes before the first barrier, to which no way leads back, or behind
// the last.
static bool is_alone(const struct count *count)
{
	for (size_t i = 0; i < count->others.count; i++) {
		LLVMValueRef other = count->others.items[i];
		if (!is_before(count, &count->behind, other, count->first) && !is_before(count, &count->before, count->last, other))
			return false;
	}
	return true;
}

static bool is_looping(const struct count *count)
{
	for (size_t i = 0; i < count->additions.count; i++)
		if (count->loops.innermost[number_of(count, count->additions.items[i])] == AW_NONE)
			return false;
	return true;
}

// --- the tables ---

static LLVMTypeRef number_type(const struct count *count)
{
	return LLVMInt32TypeInContext(count->unit->context);
}

static LLVMValueRef number(const struct count *count, uint64_t value)
{
	return LLVMConstInt(number_type(count), value, false);
}

// All forms of a kernel have the same.
static void make_tables(struct count *count)
{
	LLVMTypeRef type = LLVMArrayType2(number_type(count), AW_COUNT_TABLES * count->size);
	char *name = aw_format("%s.%s", tables_name, aw_llvm_name(count->shared));
	aw_need(name != NULL);
	count->tables = LLVMGetNamedGlobal(count->unit->module, name);
	if (!count->tables)
		count->tables = LLVMAddGlobalInAddressSpace(count->unit->module, type, name, AW_NVPTX_SHARED);
	free(name);
	LLVMSetInitializer(count->tables, LLVMGetUndef(type));
	LLVMSetLinkage(count->tables, LLVMInternalLinkage);
	LLVMSetAlignment(count->tables, 64);
}

// POINTER, which leads into the array, as it leads into the first table.
static LLVMValueRef rebased(struct count *count, LLVMValueRef pointer)
{
	if (pointer == count->shared)
		return count->tables;
	LLVMValueRef base = rebased(count, LLVMGetOperand(pointer, 0));
	if (LLVMIsAInstruction(pointer)) {
		LLVMValueRef copy = LLVMInstructionClone(pointer);
		LLVMSetOperand(copy, 0, base);
		aw_llvm_at(count->builder, pointer);
		LLVMInsertIntoBuilder(count->builder, copy);
		return copy;
	}
	if (aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
		return LLVMConstAddrSpaceCast(base, LLVMTypeOf(pointer));
	unsigned indices = (unsigned)LLVMGetNumOperands(pointer) - 1;
	LLVMValueRef *index = AW_NEED_ARRAY(LLVMValueRef, indices);
	for (unsigned i = 0; i < indices; i++)
		index[i] = LLVMGetOperand(pointer, i + 1);
	LLVMValueRef made = LLVMConstGEP2(LLVMGetGEPSourceElementType(pointer), base, index, indices);
	free(index);
	return made;
}

// --- the block's threads go through a row ---

// What a turn of such a loop does for number INDEX.
typedef void (*turn_of)(struct count *count, LLVMValueRef index);

static LLVMValueRef element(struct count *count, LLVMValueRef array, LLVMValueRef index, uint64_t behind)
{
	LLVMTypeRef generic = LLVMPointerTypeInContext(count->unit->context, 0);
	LLVMValueRef wide = LLVMBuildZExt(count->builder, index, LLVMInt64TypeInContext(count->unit->context), "");
	LLVMValueRef offset = LLVMConstInt(LLVMTypeOf(wide), behind, false), place = LLVMBuildAdd(count->builder, wide, offset, "");
	return LLVMBuildInBoundsGEP2(count->builder, number_type(count), LLVMConstAddrSpaceCast(array, generic), &place, 1, "");
}

static void empty(struct count *count, LLVMValueRef index)
{
	LLVMBuildStore(count->builder, number(count, 0), element(count, count->tables, index, 0));
}

static void add_up(struct count *count, LLVMValueRef index)
{
	LLVMValueRef place = element(count, count->shared, index, 0);
	LLVMValueRef sum = LLVMBuildLoad2(count->builder, number_type(count), place, "");
	for (unsigned i = 0; i < AW_COUNT_TABLES; i++) {
		LLVMValueRef table = element(count, count->tables, index, i * count->size);
		sum = LLVMBuildAdd(count->builder, sum, LLVMBuildLoad2(count->builder, number_type(count), table, ""), "");
	}
	LLVMBuildStore(count->builder, sum, place);
}

static LLVMValueRef ask(struct count *count, const char *what, char axis)
{
	char name[64];
	snprintf(name, sizeof(name), "llvm.nvvm.read.ptx.sreg.%s.%c", what, axis);
	return aw_llvm_ask_number(count->builder, count->unit->module, name);
}

// Has the threads go through the numbers below END before INSTRUCTION.  Each edge that LLVM would have to split has a block of its own, as
// forms have them (simd_normal.c).
static void go_through(struct count *count, LLVMValueRef instruction, uint64_t end, turn_of turn)
{
	static const char *const names[] = { "count.enter", "count.skip", "count.turn", "count.again", "count.leave" };
	enum { ENTER, SKIP, TURN, AGAIN, LEAVE, BLOCKS };
	LLVMBuilderRef builder = count->builder;
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction), rest = aw_llvm_split_before(instruction), blocks[BLOCKS];
	for (int i = 0; i < BLOCKS; i++)
		blocks[i] = LLVMInsertBasicBlockInContext(count->unit->context, rest, names[i]);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(block));
	LLVMValueRef size_x = ask(count, "ntid", 'x'), size_y = ask(count, "ntid", 'y');
	LLVMValueRef row = LLVMBuildAdd(builder, LLVMBuildMul(builder, ask(count, "tid", 'z'), size_y, ""), ask(count, "tid", 'y'), "");
	LLVMValueRef thread = LLVMBuildAdd(builder, LLVMBuildMul(builder, row, size_x, ""), ask(count, "tid", 'x'), "");
	LLVMValueRef threads = LLVMBuildMul(builder, LLVMBuildMul(builder, size_x, size_y, ""), ask(count, "ntid", 'z'), "");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, thread, number(count, end), ""), blocks[ENTER], blocks[SKIP]);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(block));
	LLVMPositionBuilderAtEnd(builder, blocks[ENTER]);
	LLVMBuildBr(builder, blocks[TURN]);
	LLVMPositionBuilderAtEnd(builder, blocks[SKIP]);
	LLVMBuildBr(builder, rest);
	LLVMPositionBuilderAtEnd(builder, blocks[TURN]);
	LLVMValueRef index = LLVMBuildPhi(builder, number_type(count), "");
	turn(count, index);
	LLVMValueRef next = LLVMBuildAdd(builder, index, threads, "");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, number(count, end), ""), blocks[AGAIN], blocks[LEAVE]);
	LLVMPositionBuilderAtEnd(builder, blocks[AGAIN]);
	LLVMBuildBr(builder, blocks[TURN]);
	LLVMPositionBuilderAtEnd(builder, blocks[LEAVE]);
	LLVMBuildBr(builder, rest);
	LLVMValueRef values[] = { thread, next };
	LLVMBasicBlockRef from[] = { blocks[ENTER], blocks[AGAIN] };
	LLVMAddIncoming(index, values, from, 2);
}

static void put_barrier(struct count *count, LLVMValueRef before)
{
	LLVMValueRef copy = LLVMInstructionClone(count->last);
	aw_llvm_at(count->builder, before);
	LLVMInsertIntoBuilder(count->builder, copy);
}

static void use_tables(struct count *count)
{
	make_tables(count);
	for (size_t i = 0; i < count->additions.count; i++) {
		LLVMValueRef addition = count->additions.items[i];
		LLVMSetOperand(addition, 0, rebased(count, LLVMGetOperand(addition, 0)));
		aw_llvm_note(addition, size_mark, LLVMConstInt(LLVMInt64TypeInContext(count->unit->context), WORD * count->size, false));
	}
	put_barrier(count, count->last);
	go_through(count, count->last, count->size, add_up);
	go_through(count, count->first, AW_COUNT_TABLES * count->size, empty);
}

// --- all arrays ---

static bool may_count(const struct count *count)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(count->shared)) == AW_NVPTX_SHARED && !LLVMIsDeclaration(count->shared) &&
	       !aw_count_are_tables(count->shared) && count->size > FEW;
}

static bool count_apart(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef shared)
{
	struct count count = { .unit = unit, .builder = unit->builder, .shared = shared };
	count.size = LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMGlobalGetValueType(shared)) / WORD;
	if (!may_count(&count) || is_used_elsewhere(unit, shared))
		return false;
	aw_cfg_init(&count.cfg, function);
	bool apart = find_uses(&count) && count.size <= MANY * count.additions.count;
	if (apart) {
		aw_loops_init(&count.loops, &count.cfg);
		aw_dominators_init(&count.before, &count.cfg.graph, 0);
		aw_post_dominators_init(&count.behind, &count.cfg);
		apart = is_looping(&count) && find_barriers(&count) && is_alone(&count);
		aw_dominators_finish(&count.behind);
		aw_dominators_finish(&count.before);
		aw_loops_finish(&count.loops);
	}
	aw_cfg_finish(&count.cfg);
	if (apart)
		use_tables(&count);
	aw_vec_finish(&count.additions);
	aw_vec_finish(&count.others);
	return apart;
}

bool aw_pass_count_tables(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < unit->kernels.count; i++)
		for (size_t k = 0; k < unit->kernels.items[i].forms.count; k++)
			AW_FOR_GLOBALS_SAFE(shared, unit->module)
				changed |= count_apart(unit, unit->kernels.items[i].forms.items[k].function, shared);
	return changed;
}
