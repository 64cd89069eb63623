// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops' turns may be dealt anew (deal_turns.c): what a turn does must depend on the loop's number alone, beside what is the same
// for all threads that share the numbers; nothing is carried from turn to turn, and nothing else in the kernel reads or writes what
// the loop does.  What a turn writes must be its own: an element with its number of an array that no other turn touches.  Whether
// arrays overlap only the launch knows, unless they are __restrict__.
#include "deal_turns.h"

#include <assert.h>
#include <string.h>

#include "../analysis/block_uniformity.h"
#include "../analysis/control_dependence.h"
#include "../analysis/dominators.h"

enum { DEEP = 24, MOST_PAIRS = 12 };

// What a value differs by.
enum { BY_THREAD = 1, BY_BLOCK = 2, BY_MORE = 4 };

static bool in_loop(const struct aw_deal *deal, LLVMValueRef value)
{
	return aw_loop_has_value(&deal->loops, &deal->cfg, 0, value);
}

// VALUE computed from registers: 32 bits hold all of them.
static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) ||
	       (LLVMIsATruncInst(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32))
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_register(LLVMValueRef value, const char *name)
{
	return LLVMIsACallInst(value) && !strcmp(aw_intrinsic_register(value), name);
}

// --- what values depend on ---

// Whether ADDRESS is in a parameter that is a struct, which nobody changes.
static bool is_parameter(LLVMValueRef address)
{
	return aw_llvm_is_by_value(aw_llvm_object(address));
}

static unsigned differs_by(LLVMValueRef value, unsigned depth);

static unsigned operands_differ_by(LLVMValueRef value, unsigned depth)
{
	unsigned by = 0;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		by |= differs_by(LLVMGetOperand(value, i), depth + 1);
	return by;
}

static unsigned call_differs_by(LLVMValueRef call, unsigned depth)
{
	static const char *const same[] = { "tid.y", "tid.z", "ntid.", "nctaid.", "ctaid.y", "ctaid.z" };
	const char *name = aw_intrinsic_register(call);
	if (!strcmp(name, "tid.x"))
		return BY_THREAD;
	if (!strcmp(name, "ctaid.x"))
		return BY_BLOCK;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (aw_starts_with(name, same[i]))
			return 0;
	LLVMValueRef callee = aw_llvm_callee(call);
	bool computes = callee && !aw_intrinsic_find(callee) && aw_llvm_has_no_memory(callee);
	return computes ? operands_differ_by(call, depth) : BY_MORE;
}

static unsigned differs_by(LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return 0;
	if (depth == DEEP || LLVMIsAPHINode(value) || LLVMIsAAllocaInst(value))
		return BY_MORE;
	if (LLVMIsACallInst(value))
		return call_differs_by(value, depth);
	if (LLVMIsALoadInst(value) && !is_parameter(LLVMGetOperand(value, 0)))
		return BY_MORE;
	return operands_differ_by(value, depth);
}

// Whether VALUE is the same for all threads that share the loop's numbers.
static bool is_shared(const struct aw_deal *deal, LLVMValueRef value)
{
	return !(differs_by(value, 0) & ~(deal->of_grid ? 0u : (unsigned)BY_BLOCK));
}

// --- the loop ---

static bool is_product(LLVMValueRef value, const char *a, const char *b)
{
	if (!aw_llvm_is_op(value, LLVMMul))
		return false;
	LLVMValueRef left = without_casts(LLVMGetOperand(value, 0)), right = without_casts(LLVMGetOperand(value, 1));
	return (is_register(left, a) && is_register(right, b)) || (is_register(left, b) && is_register(right, a));
}

// Whether the loop counts from the thread's number in the row of the grid, or of the block, by how many there are.
static bool counts_threads(struct aw_deal *deal, LLVMValueRef start)
{
	LLVMValueRef first = without_casts(start), step = without_casts(deal->step);
	deal->of_grid = is_product(step, "ntid.x", "nctaid.x");
	if (!deal->of_grid)
		return is_register(step, "ntid.x") && is_register(first, "tid.x");
	if (!aw_llvm_is_op(first, LLVMAdd))
		return false;
	LLVMValueRef left = without_casts(LLVMGetOperand(first, 0)), right = without_casts(LLVMGetOperand(first, 1));
	return (is_register(left, "tid.x") && is_product(right, "ctaid.x", "ntid.x")) ||
	       (is_register(right, "tid.x") && is_product(left, "ctaid.x", "ntid.x"));
}

// Finds the one block from which the loop is left, at a turn's end.
static bool find_exit(struct aw_deal *deal)
{
	const struct aw_loop *loop = &deal->loops.loops.items[0];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&deal->cfg.graph, deal->loops.order[i], to) {
			if (*to == loop->header)
				deal->latch = deal->cfg.blocks[deal->loops.order[i]];
			if (aw_loop_contains(&deal->loops, 0, *to))
				continue;
			if (deal->exiting)
				return false;
			deal->exiting = deal->cfg.blocks[deal->loops.order[i]];
			deal->exit = deal->cfg.blocks[*to];
		}
	if (!deal->exiting || !deal->latch || LLVMIsAPHINode(LLVMGetFirstInstruction(deal->exit)))
		return false;
	return deal->latch == deal->exiting || (LLVMGetFirstInstruction(deal->latch) == LLVMGetBasicBlockTerminator(deal->latch) &&
	                                        LLVMGetSuccessor(LLVMGetBasicBlockTerminator(deal->exiting), 0) == deal->latch);
}

// Whether another turn is made as long as the next number is below the end.
static bool find_end(struct aw_deal *deal)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(deal->exiting);
	LLVMValueRef comparison = LLVMGetCondition(branch);
	if (LLVMGetSuccessor(branch, 1) != deal->exit || !LLVMIsAICmpInst(comparison) || LLVMGetNextUse(LLVMGetFirstUse(comparison)))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	bool less = predicate == LLVMIntSLT || predicate == LLVMIntULT, greater = predicate == LLVMIntSGT || predicate == LLVMIntUGT;
	deal->end_operand = less ? 1 : 0;
	deal->comparison = comparison;
	deal->end = LLVMGetOperand(comparison, deal->end_operand);
	return (less || greater) && LLVMGetOperand(comparison, 1 - deal->end_operand) == deal->next && !in_loop(deal, deal->end) &&
	       is_shared(deal, deal->end);
}

static bool find_counter(struct aw_deal *deal)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(deal->header);
	if (!LLVMIsAPHINode(phi) || LLVMIsAPHINode(LLVMGetNextInstruction(phi)) ||
	    LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind || LLVMCountIncoming(phi) != 2)
		return false;
	deal->counter = phi;
	deal->next = aw_llvm_incoming(phi, deal->latch);
	if (!deal->next || !aw_llvm_is_op(deal->next, LLVMAdd) || !in_loop(deal, deal->next))
		return false;
	deal->step = LLVMGetOperand(deal->next, LLVMGetOperand(deal->next, 0) == phi);
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(phi));
	return (LLVMGetOperand(deal->next, 0) == phi || LLVMGetOperand(deal->next, 1) == phi) && !in_loop(deal, deal->step) &&
	       (bits == 32 || bits == 64) && counts_threads(deal, aw_llvm_incoming(phi, deal->before));
}

static bool find_way_in(struct aw_deal *deal)
{
	uint32_t header = deal->loops.loops.items[0].header;
	deal->header = deal->cfg.blocks[header];
	AW_FOR_PREDECESSORS(&deal->cfg.graph, header, from)
		if (!aw_loop_contains(&deal->loops, 0, *from))
			deal->before = deal->cfg.blocks[*from];
	return deal->before && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(deal->before)) == 1;
}

// Whether CONDITION is the same for all threads, or asks whether a thread's first number is below the end: all are where
// turns are dealt.
static bool is_no_choice(const struct aw_deal *deal, LLVMValueRef condition)
{
	if (is_shared(deal, condition))
		return true;
	if (!LLVMIsAICmpInst(condition))
		return false;
	LLVMValueRef first = aw_llvm_without_extension(aw_llvm_incoming(deal->counter, deal->before)), end = aw_llvm_without_extension(deal->end);
	LLVMValueRef left = aw_llvm_without_extension(LLVMGetOperand(condition, 0));
	LLVMValueRef right = aw_llvm_without_extension(LLVMGetOperand(condition, 1));
	return (left == first && right == end) || (left == end && right == first);
}

// Whether all threads that share the numbers come to BLOCK, one in front of the loop, when any does.
static bool all_come(const struct aw_deal *deal, const struct aw_control_dependence *dependence, uint32_t block)
{
	AW_FOR_DECISIONS(dependence, block, decision) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(deal->cfg.blocks[decision->block]);
		if (!LLVMIsABranchInst(end) || !is_no_choice(deal, LLVMGetCondition(end)) || !all_come(deal, dependence, decision->block))
			return false;
	}
	return true;
}

// Whether INSTRUCTION, of a block in front of the loop, may as well stand in front of the branch to it.
static bool may_rise(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem: case LLVMPHI:
		return false;
	case LLVMLoad:
		return is_parameter(LLVMGetOperand(instruction, 0));
	case LLVMCall:
		return *aw_intrinsic_register(instruction) != 0;
	default:
		return true;
	}
}

// Whether BRANCH leads to BEFORE when the thread's first number is below the end, and elsewhere when it isn't.
static bool asks_for_below(const struct aw_deal *deal, LLVMValueRef branch)
{
	LLVMValueRef condition = LLVMGetCondition(branch);
	if (!LLVMIsAICmpInst(condition) || !is_no_choice(deal, condition))
		return false;
	LLVMValueRef first = aw_llvm_without_extension(aw_llvm_incoming(deal->counter, deal->before));
	bool first_left = aw_llvm_without_extension(LLVMGetOperand(condition, 0)) == first;
	bool if_true = LLVMGetSuccessor(branch, 0) == deal->before;
	switch (LLVMGetICmpPredicate(condition)) {
	case LLVMIntSLT: case LLVMIntULT:
		return first_left && if_true;
	case LLVMIntSGT: case LLVMIntUGT:
		return !first_left && if_true;
	case LLVMIntSGE: case LLVMIntUGE:
		return first_left && !if_true;
	case LLVMIntSLE: case LLVMIntULE:
		return !first_left && !if_true;
	default:
		return false;
	}
}

static void find_guard(struct aw_deal *deal)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(deal->before);
	uint32_t before = aw_cfg_number(&deal->cfg, deal->before);
	if (deal->cfg.graph.predecessor_start[before + 1] - deal->cfg.graph.predecessor_start[before] != 1)
		return;
	LLVMBasicBlockRef guard = deal->cfg.blocks[deal->cfg.graph.predecessors[deal->cfg.graph.predecessor_start[before]]];
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(guard);
	if (LLVMGetNumSuccessors(branch) != 2 || is_shared(deal, LLVMGetCondition(branch)) || !asks_for_below(deal, branch))
		return;
	AW_FOR_INSTRUCTIONS(instruction, deal->before)
		if (instruction != end && !may_rise(instruction))
			return;
	deal->guard = guard;
}

static bool is_entered_by_all(const struct aw_deal *deal)
{
	struct aw_dominators post;
	struct aw_control_dependence dependence;
	aw_post_dominators_init(&post, &deal->cfg);
	aw_control_dependence_init(&dependence, &deal->cfg, &post);
	bool all = all_come(deal, &dependence, aw_cfg_number(&deal->cfg, deal->before));
	aw_control_dependence_finish(&dependence);
	aw_dominators_finish(&post);
	return all;
}

// --- what the kernel does beside ---

// Whether INSTRUCTION computes and touches no memory but by plain loads and stores in the loop.
static bool is_plain(const struct aw_deal *deal, LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		return is_parameter(LLVMGetOperand(instruction, 0)) ||
		       (in_loop(deal, instruction) && aw_llvm_is_plain(instruction));
	case LLVMStore:
		return in_loop(deal, instruction) && aw_llvm_is_plain(instruction);
	case LLVMCall:
		if (*aw_intrinsic_register(instruction))
			return !(call_differs_by(instruction, 0) & BY_MORE);
		return aw_block_call_is_pure(instruction) || aw_starts_with(aw_llvm_callee_name(instruction), "llvm.dbg.");
	case LLVMAlloca: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr: case LLVMUnreachable:
		return false;
	default:
		return true;
	}
}

// Whether what INSTRUCTION of the loop computes with is of the loop or shared, and what it computes is used in the loop alone.
static bool is_closed(const struct aw_deal *deal, LLVMValueRef instruction)
{
	AW_FOR_USES(use, instruction)
		if (!in_loop(deal, LLVMGetUser(use)))
			return false;
	if (instruction == deal->counter)
		return true;
	if (LLVMIsACallInst(instruction) && *aw_intrinsic_register(instruction) && !is_shared(deal, instruction))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		LLVMValueRef operand = LLVMGetOperand(instruction, i);
		if (LLVMIsAInstruction(operand) && !in_loop(deal, operand) && !is_shared(deal, operand))
			return false;
	}
	return true;
}

static bool stands_alone(const struct aw_deal *deal)
{
	AW_FOR_BLOCKS(block, deal->function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!is_plain(deal, instruction) || (in_loop(deal, instruction) && !is_closed(deal, instruction)))
				return false;
	return true;
}

// --- memory ---

// Whether INDEX is the loop's number and *SHIFT (NULL: 0), without a wrap in between.
static bool read_index(const struct aw_deal *deal, LLVMValueRef index, LLVMValueRef *shift)
{
	*shift = NULL;
	bool extended = LLVMIsASExtInst(index) != NULL, unsigned_too = LLVMIsAZExtInst(index) != NULL;
	LLVMValueRef sum = extended || unsigned_too ? LLVMGetOperand(index, 0) : index;
	if (sum == deal->counter)
		return true;
	if (!aw_llvm_is_op(sum, LLVMAdd) || unsigned_too || (extended && !LLVMGetNSW(sum)))
		return false;
	unsigned other = LLVMGetOperand(sum, 0) == deal->counter;
	*shift = LLVMGetOperand(sum, other);
	return LLVMGetOperand(sum, 1 - other) == deal->counter && !in_loop(deal, *shift) && LLVMTypeOf(*shift) == LLVMTypeOf(deal->counter);
}

static struct aw_deal_range find_range(const struct aw_deal *deal, LLVMValueRef address, LLVMTypeRef type, bool writes)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deal->unit->module);
	struct aw_deal_range range = { .base = address, .size = LLVMABISizeOfType(layout, type), .writes = writes };
	uint64_t offset = 0;
	int64_t part;
	while (aw_llvm_is_op(address, LLVMGetElementPtr) && LLVMGetNumOperands(address) == 2 && in_loop(deal, address) &&
	       aw_llvm_constant(LLVMGetOperand(address, 1), &part) && part >= 0 && part < INT32_MAX) {
		offset += (uint64_t)part * LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address));
		address = LLVMGetOperand(address, 0);
	}
	if (!in_loop(deal, range.base))
		return range;
	if (aw_llvm_is_op(address, LLVMGetElementPtr) && LLVMGetNumOperands(address) == 2 && !in_loop(deal, LLVMGetOperand(address, 0))) {
		uint64_t element = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address));
		range.moves = offset + range.size <= element && read_index(deal, LLVMGetOperand(address, 1), &range.shift);
		if (range.moves) {
			range.size = element;
			range.base = LLVMGetOperand(address, 0);
			return range;
		}
	}
	range.anywhere = true;
	range.base = aw_llvm_object(address);
	return range;
}

static bool is_same(const struct aw_deal_range *a, const struct aw_deal_range *b)
{
	return a->base == b->base && a->shift == b->shift && a->size == b->size && a->moves == b->moves && a->anywhere == b->anywhere;
}

static bool find_ranges(struct aw_deal *deal)
{
	const struct aw_loop *loop = &deal->loops.loops.items[0];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(access, deal->cfg.blocks[deal->loops.order[i]]) {
			bool writes = aw_llvm_is_op(access, LLVMStore);
			if (!writes && (!aw_llvm_is_op(access, LLVMLoad) || is_parameter(LLVMGetOperand(access, 0))))
				continue;
			LLVMTypeRef type = LLVMTypeOf(writes ? LLVMGetOperand(access, 0) : access);
			struct aw_deal_range range = find_range(deal, LLVMGetOperand(access, writes), type, writes);
			size_t known = 0;
			if (writes && !range.moves)
				return false;
			while (known < deal->ranges.count && !is_same(&deal->ranges.items[known], &range))
				known++;
			if (known == deal->ranges.count)
				aw_need(aw_vec_push(&deal->ranges, range));
			deal->ranges.items[known].writes |= writes;
		}
	return true;
}

// Whether both come from parameters that share nothing.
static bool are_told_apart(const struct aw_deal_range *a, const struct aw_deal_range *b)
{
	return aw_llvm_are_restricted(aw_llvm_object(a->base), aw_llvm_object(b->base));
}

static bool find_pairs(struct aw_deal *deal)
{
	bool writes = false;
	for (size_t a = 0; a < deal->ranges.count; a++)
		for (size_t b = a + 1; b < deal->ranges.count; b++) {
			const struct aw_deal_range *first = &deal->ranges.items[a], *second = &deal->ranges.items[b];
			if ((!first->writes && !second->writes) || are_told_apart(first, second))
				continue;
			if (first->anywhere || second->anywhere || first->base == second->base)
				return false;
			struct aw_deal_pair pair = { a, b };
			aw_need(aw_vec_push(&deal->pairs, pair));
		}
	for (size_t i = 0; i < deal->ranges.count; i++)
		writes |= deal->ranges.items[i].writes;
	return writes && deal->pairs.count <= MOST_PAIRS;
}

bool aw_deal_chooses(struct aw_deal *deal)
{
	aw_cfg_init(&deal->cfg, deal->function);
	aw_loops_init(&deal->loops, &deal->cfg);
	return deal->loops.loops.count == 1 && deal->loops.loops.items[0].reducible && find_way_in(deal) && find_exit(deal) &&
	       find_counter(deal) && find_end(deal) && is_entered_by_all(deal) && stands_alone(deal) && find_ranges(deal) && find_pairs(deal) &&
	       (find_guard(deal), true);
}

void aw_deal_finish(struct aw_deal *deal)
{
	aw_vec_finish(&deal->ranges);
	aw_vec_finish(&deal->pairs);
	aw_loops_finish(&deal->loops);
	aw_cfg_finish(&deal->cfg);
}
