// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops whose turns don't depend on one another,
//
//     for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
//         c[i] = a[i] + b[i];
//
// or the same with a block's threads alone.  They are written so that the threads of a GPU walk along memory together; on a CPU each
// gang had better have a piece of the row for itself, one gang behind the other, and keep all in registers.  CUDA has an order for a
// thread's own turns only, and where they touch nothing in common (deal_choice.c) nobody can see it.  So
//
//     if (i goes around more than once, and the arrays are apart)
//         for (j = the gang's first; j + width <= the gang's last; j += width)
//             the turn for j and the lane's place in the gang        all lanes: the code of a gang that is in range as a whole
//         i = j + the lane's place, n = the gang's last              what is left is less than a gang: one turn of the loop below
//     the loop as it was
//
// A row of n numbers is cut in pieces that differ by one gang at most.  Which thread makes a turn shows when it faults.
#include "deal_turns.h"

#include <assert.h>

#include "loop_copy.h"
#include "simd.h"
#include "simd_past.h"

struct pieces {
	LLVMValueRef lane;        // the thread's place in the gang
	LLVMValueRef first, last; // of the gang's numbers, and the one behind the last
	LLVMValueRef turns;       // that the gang makes at most
};

static LLVMTypeRef type_of(const struct aw_deal *deal)
{
	return LLVMTypeOf(deal->counter);
}

static LLVMValueRef number(const struct aw_deal *deal, uint64_t value)
{
	return LLVMConstInt(type_of(deal), value, false);
}

static LLVMBasicBlockRef append(const struct aw_deal *deal, const char *name)
{
	return LLVMAppendBasicBlockInContext(deal->unit->context, deal->function, name);
}

// A register of the thread as a number of the loop's type.
static LLVMValueRef read_register(const struct aw_deal *deal, const char *name)
{
	LLVMValueRef value = aw_llvm_ask_number(deal->unit->builder, deal->unit->module, name);
	return LLVMBuildZExtOrBitCast(deal->unit->builder, value, type_of(deal), "");
}

// --- whether ---

// The first byte of RANGE and the one behind its last, as numbers.
static void find_bounds(const struct aw_deal *deal, const struct aw_deal_range *range, LLVMValueRef *low, LLVMValueRef *high)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(deal->unit->context);
	LLVMValueRef size = LLVMConstInt(wide, range->size, false), count = LLVMConstInt(wide, 1, false);
	*low = LLVMBuildPtrToInt(builder, range->base, wide, "");
	if (range->moves) {
		count = LLVMBuildIntCast2(builder, deal->end, wide, true, "");
		if (range->shift) {
			LLVMValueRef shift = LLVMBuildIntCast2(builder, range->shift, wide, true, "");
			*low = LLVMBuildAdd(builder, *low, LLVMBuildMul(builder, shift, size, ""), "");
		}
	}
	*high = LLVMBuildAdd(builder, *low, LLVMBuildMul(builder, count, size, ""), "");
}

static LLVMValueRef are_apart(const struct aw_deal *deal, const struct aw_deal_pair *pair)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMValueRef low[2], high[2];
	find_bounds(deal, &deal->ranges.items[pair->a], &low[0], &high[0]);
	find_bounds(deal, &deal->ranges.items[pair->b], &low[1], &high[1]);
	LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntULE, high[0], low[1], "");
	return LLVMBuildOr(builder, below, LLVMBuildICmp(builder, LLVMIntULE, high[1], low[0], ""), "");
}

// Whether there are more numbers than threads, few enough of both to add them, and the arrays are apart.
static LLVMValueRef build_test(const struct aw_deal *deal)
{
	LLVMBuilderRef builder = deal->unit->builder;
	uint64_t most = LLVMGetIntTypeWidth(type_of(deal)) == 32 ? INT32_MAX : INT64_MAX / 4;
	LLVMValueRef room = LLVMBuildSub(builder, number(deal, most - deal->width), deal->step, "");
	LLVMValueRef test = LLVMBuildICmp(builder, LLVMIntSGT, deal->step, number(deal, 0), "");
	test = LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, LLVMIntSGT, deal->end, deal->step, ""), "");
	test = LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, LLVMIntSLE, deal->end, room, ""), "");
	for (size_t i = 0; i < deal->pairs.count; i++)
		test = LLVMBuildAnd(builder, test, are_apart(deal, &deal->pairs.items[i]), "");
	return test;
}

// --- which ---

// Cuts the row of numbers in a piece for each gang, where the builder stands.
static void cut(const struct aw_deal *deal, struct pieces *pieces)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMValueRef width = number(deal, deal->width), inside = number(deal, deal->width - 1);
	LLVMValueRef thread = read_register(deal, "llvm.nvvm.read.ptx.sreg.tid.x");
	pieces->lane = LLVMBuildAnd(builder, thread, inside, "");
	LLVMValueRef gang = LLVMBuildUDiv(builder, thread, width, "");
	if (deal->of_grid) {
		LLVMValueRef of_block = LLVMBuildUDiv(builder, read_register(deal, "llvm.nvvm.read.ptx.sreg.ntid.x"), width, "");
		LLVMValueRef before = LLVMBuildMul(builder, read_register(deal, "llvm.nvvm.read.ptx.sreg.ctaid.x"), of_block, "");
		gang = LLVMBuildAdd(builder, before, gang, "");
	}
	LLVMValueRef gangs = LLVMBuildUDiv(builder, deal->step, width, "");
	LLVMValueRef rows = LLVMBuildUDiv(builder, LLVMBuildAdd(builder, deal->end, inside, ""), width, "");
	LLVMValueRef each = LLVMBuildUDiv(builder, rows, gangs, "");
	LLVMValueRef more = LLVMBuildSub(builder, rows, LLVMBuildMul(builder, each, gangs, ""), ""); // gangs have one row more
	LLVMValueRef has_more = LLVMBuildICmp(builder, LLVMIntULT, gang, more, "");
	LLVMValueRef extra = LLVMBuildSelect(builder, has_more, gang, more, "");
	LLVMValueRef row = LLVMBuildAdd(builder, LLVMBuildMul(builder, gang, each, ""), extra, "");
	LLVMValueRef own = LLVMBuildAdd(builder, each, LLVMBuildZExt(builder, has_more, type_of(deal), ""), "");
	pieces->turns = each;
	pieces->first = LLVMBuildNUWMul(builder, row, width, "");
	LLVMValueRef last = LLVMBuildNUWMul(builder, LLVMBuildAdd(builder, row, own, ""), width, "");
	LLVMValueRef short_of = LLVMBuildICmp(builder, LLVMIntULT, deal->end, last, "");
	pieces->last = LLVMBuildSelect(builder, short_of, deal->end, last, "");
}

// --- the change ---

static LLVMValueRef add(const struct aw_deal *deal, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef sum = LLVMBuildAdd(deal->unit->builder, a, b, "");
	if (LLVMIsAInstruction(sum)) {
		LLVMSetNSW(sum, true);
		LLVMSetNUW(sum, true);
	}
	return sum;
}

// Whether a whole gang from FIRST on is in the piece.
static LLVMValueRef is_whole(const struct aw_deal *deal, const struct pieces *pieces, LLVMValueRef first)
{
	LLVMValueRef behind = add(deal, first, number(deal, deal->width));
	return LLVMBuildICmp(deal->unit->builder, LLVMIntSLE, behind, pieces->last, "");
}

// The copy of the loop for whole gangs, entered from FROM when IS_IN; afterwards the builder stands in a block behind it.  Returns
// the first number that is left.
static LLVMValueRef copy_loop(const struct aw_deal *deal, const struct pieces *pieces, LLVMBasicBlockRef from)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMBasicBlockRef way = append(deal, ""), left = append(deal, ""), after = append(deal, "");
	struct aw_loop_copy copy;
	aw_loop_copy_make(&deal->loops, &deal->cfg, 0, NULL, &copy);
	LLVMBasicBlockRef header = aw_loop_copy_block(&copy, deal->header), exiting = aw_loop_copy_block(&copy, deal->exiting);
	LLVMBasicBlockRef latch = aw_loop_copy_block(&copy, deal->latch);
	LLVMValueRef counter = aw_loop_copy_value(&copy, deal->counter), end = LLVMGetBasicBlockTerminator(exiting);
	LLVMBasicBlockRef again = LLVMGetSuccessor(end, 0);
	LLVMBuildCondBr(builder, is_whole(deal, pieces, pieces->first), way, after);
	LLVMPositionBuilderAtEnd(builder, way);
	LLVMBuildBr(builder, header);

	aw_llvm_at(builder, counter);
	LLVMValueRef first = LLVMBuildPhi(builder, type_of(deal), "");
	LLVMValueRef turn = LLVMBuildPhi(builder, LLVMInt32TypeInContext(deal->unit->context), "");
	aw_llvm_at(builder, aw_llvm_first_after_phis(header));
	aw_llvm_replace(counter, add(deal, first, pieces->lane));
	aw_llvm_at(builder, end);
	LLVMValueRef next = add(deal, first, number(deal, deal->width));
	LLVMValueRef next_turn = LLVMBuildAdd(builder, turn, LLVMConstInt(LLVMTypeOf(turn), 1, false), "");
	LLVMBuildCondBr(builder, is_whole(deal, pieces, next), again, left);
	aw_llvm_erase(end);
	LLVMPositionBuilderAtEnd(builder, left);
	LLVMBuildBr(builder, after);

	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(way));
	LLVMValueRef most = LLVMBuildIntCast2(builder, LLVMBuildSub(builder, pieces->turns, number(deal, 1), ""), LLVMTypeOf(turn), false, "");
	LLVMAddIncoming(first, (LLVMValueRef[]){ pieces->first, next }, (LLVMBasicBlockRef[]){ way, latch }, 2);
	LLVMAddIncoming(turn, (LLVMValueRef[]){ most, next_turn }, (LLVMBasicBlockRef[]){ way, latch }, 2);
	aw_simd_mark_turns(deal->unit, turn);
	LLVMPositionBuilderAtEnd(builder, after);
	LLVMValueRef rest = LLVMBuildPhi(builder, type_of(deal), "");
	LLVMAddIncoming(rest, (LLVMValueRef[]){ pieces->first, next }, (LLVMBasicBlockRef[]){ from, left }, 2);
	aw_loop_copy_finish(&copy);
	return rest;
}

// Leads to the loop as before, and from block REST with the number START up to LAST.
static void join_ways(const struct aw_deal *deal, LLVMBasicBlockRef rest, LLVMValueRef start, LLVMValueRef last)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMBasicBlockRef way = append(deal, "");
	LLVMPositionBuilderAtEnd(builder, way);
	LLVMValueRef first = LLVMBuildPhi(builder, type_of(deal), ""), end = LLVMBuildPhi(builder, type_of(deal), "");
	LLVMBuildBr(builder, deal->header);
	LLVMBasicBlockRef from[] = { deal->before, rest };
	LLVMAddIncoming(first, (LLVMValueRef[]){ aw_llvm_incoming(deal->counter, deal->before), start }, from, 2);
	LLVMAddIncoming(end, (LLVMValueRef[]){ deal->end, last }, from, 2);
	LLVMSetOperand(deal->comparison, deal->end_operand, end);
	LLVMPositionBuilderBefore(builder, deal->counter);
	LLVMValueRef counter = LLVMBuildPhi(builder, type_of(deal), "");
	LLVMAddIncoming(counter, (LLVMValueRef[]){ first, deal->next }, (LLVMBasicBlockRef[]){ way, deal->latch }, 2);
	aw_llvm_replace(deal->counter, counter);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(deal->before));
	for (unsigned i = 0; i < 2; i++) {
		LLVMPositionBuilderAtEnd(builder, from[i]);
		LLVMBuildBr(builder, way);
	}
}

// Computes what stands between the guard and the loop in front of the guard: there all lanes are active.
static void rise(const struct aw_deal *deal)
{
	LLVMValueRef place = LLVMGetBasicBlockTerminator(deal->guard), end = LLVMGetBasicBlockTerminator(deal->before);
	aw_llvm_at(deal->unit->builder, place);
	AW_FOR_INSTRUCTIONS_SAFE(instruction, deal->before)
		if (instruction != end) {
			LLVMInstructionRemoveFromParent(instruction);
			LLVMInsertIntoBuilder(deal->unit->builder, instruction);
		}
}

static void change(struct aw_deal *deal)
{
	LLVMBuilderRef builder = deal->unit->builder;
	LLVMBasicBlockRef dealt = append(deal, ""), rest = append(deal, ""), at = deal->guard ? deal->guard : deal->before;
	struct pieces pieces;
	if (deal->guard)
		rise(deal);
	LLVMBasicBlockRef plain = aw_llvm_split_before(LLVMGetBasicBlockTerminator(at));
	LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
	if (!deal->guard)
		deal->before = plain;
	aw_llvm_at(builder, end);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMBuildCondBr(builder, build_test(deal), dealt, plain);
	aw_llvm_erase(end);
	LLVMPositionBuilderAtEnd(builder, dealt);
	cut(deal, &pieces);
	LLVMValueRef start = add(deal, copy_loop(deal, &pieces, dealt), pieces.lane);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntSLT, start, pieces.last, ""), rest, deal->exit);
	join_ways(deal, rest, start, pieces.last);
}

// Deals the turns of FORM's loop, if it is such a one.
static bool deal(struct aw_unit *unit, const struct aw_unit_form *form)
{
	struct aw_deal deal = { .unit = unit, .function = form->function, .width = form->width };
	bool chosen = form->geometry == AW_CPU_GEOMETRY_FULL && !form->refilled && aw_deal_chooses(&deal);
	if (chosen)
		change(&deal);
	aw_deal_finish(&deal);
	return chosen;
}

// Drops KERNEL's other ways to run its threads (simd_alone.c) where a form deals its turns anew: a block leaves something else then, and
// only the whole grid the same.
static void drop_ways(struct aw_unit_kernel *kernel)
{
	size_t kept = 0;
	bool dealt = false;
	for (size_t i = 0; i < kernel->forms.count; i++)
		dealt |= kernel->forms.items[i].dealt;
	if (!dealt)
		return;
	for (size_t i = 0; i < kernel->forms.count; i++) {
		struct aw_unit_form form = kernel->forms.items[i];
		if (form.refilled)
			LLVMDeleteFunction(form.function);
		else
			kernel->forms.items[kept++] = form;
	}
	kernel->forms.count = kept;
	if (kernel->single)
		LLVMDeleteFunction(kernel->single);
	kernel->single = NULL;
}

bool aw_pass_deal_turns(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		for (size_t i = 0; i < unit->kernels.items[k].forms.count; i++) {
			struct aw_unit_form *form = &unit->kernels.items[k].forms.items[i];
			form->dealt = deal(unit, form);
			if (form->dealt && !aw_simd_normalize(unit, form->function))
				aw_unit_error(unit, form->function, "internal error: deal_turns left flow that isn't normal");
			changed |= form->dealt;
		}
		drop_ways(&unit->kernels.items[k]);
	}
	return changed;
}
