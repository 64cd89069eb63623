// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs in a row for which a guard holds.  Each gang asks whether it is one that needs no masks, because its row doesn't end in it, or
// because it lies inside the rim of a picture:
//
//     for (line = 0; line < end; line += 32)
//         if (x + line > 0 && x + line + 31 < width - 1 && inside_y) fast(line); else slow(line);
//
// The numbers that it asks about go up or down by the same from one gang to the next.  So where the guard holds, they say for how
// many more gangs it will, and these are a loop without questions:
//
//     for (line = 0; line < end; line += 32)
//         if (...) {
//             turns = min(width - 2 - (x + line + 31), end - 1 - line) / 32;
//             do fast(line); while (turns-- && (line += 32, true));
//         } else slow(line);
//
// which LLVM can take constant parts out of, unroll and walk through by pointers.  It is the splitting of an index set (M. Wolfe,
// "Optimizing Supercompilers for Supercomputers", 1989) without a second copy of the slow part.  gang_line.c does so for a whole region
// where one comparison tells its two parts.
//
// Numbers that are extended to 64 bits in a turn, as those that addresses are made of, are counted in 64 bits in a run, as far as the
// narrow ones don't wrap around either.
//
// How far a comparison that holds goes on to hold is exact: a number that goes up reaches the bound above it, or the
// end of its type, after the difference of the two, which as a number without a sign doesn't overflow.  An extended number goes on
// like the narrow one as far as that one doesn't wrap around.
#include "gang_runs.h"

#include <assert.h>
#include <stdlib.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../target/next_turn.h"

enum {
	MOST_LIMITS = 24,
	MOST_WIDENED = 6,
	LEAST_SAVED = 6,         // instructions that a turn of a run doesn't execute
	MOST_INSTRUCTIONS = 250, // of the way that a run goes again and again
	MOST_DEPTH = 8,          // of a number's sums
	MOST_JOINED = 16,        // conditions, one joined to the others
};

// VALUE moves by STEP, which isn't 0, each turn, and must not pass BOUND: with GOES_TO it may reach it.  BOUND NULL: it must not wrap.
struct limit {
	LLVMValueRef value, bound;
	int64_t step;
	bool goes_to, is_signed;
};

struct run {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	const struct aw_dominators *dominators;
	uint32_t loop;
	struct aw_turns turns;
	uint32_t chain_end, way; // the last block before the run's way, and the way's first
	struct limit limits[MOST_LIMITS];
	unsigned limit_count;
	struct widened {
		LLVMValueRef extension;
		int64_t step;
	} widened[MOST_WIDENED];
	unsigned widened_count;
	// Phis of the loop's head, extended numbers and what stands on the way to the guard, and what the run has for them.
	AW_VEC(LLVMValueRef) from, made;
	LLVMBasicBlockRef before, head, again;
};

// --- numbers that move by the same each turn ---

static bool add_limit(struct run *run, struct limit limit)
{
	unsigned bits = aw_llvm_integer_bits(limit.value);
	if (run->limit_count == MOST_LIMITS || bits > 64 || limit.step == INT64_MIN)
		return false;
	run->limits[run->limit_count++] = limit;
	return true;
}

static bool is_inside(const struct run *run, LLVMValueRef value)
{
	return aw_loop_has_value(run->loops, run->cfg, run->loop, value);
}

// What PHI of the loop's head moves by each turn; false: it isn't the same each turn.
static bool phi_step(const struct run *run, LLVMValueRef phi, int64_t *step)
{
	LLVMValueRef next = aw_llvm_incoming(phi, run->turns.latch);
	return aw_llvm_is_op(next, LLVMAdd) && LLVMGetOperand(next, 0) == phi && aw_llvm_constant(LLVMGetOperand(next, 1), step);
}

static bool step_of(struct run *run, LLVMValueRef value, unsigned depth, int64_t *step);

static bool sum_step(struct run *run, LLVMValueRef sum, unsigned depth, int64_t *step)
{
	int64_t a, b;
	if (!step_of(run, LLVMGetOperand(sum, 0), depth, &a) || !step_of(run, LLVMGetOperand(sum, 1), depth, &b))
		return false;
	uint64_t total = aw_llvm_is_op(sum, LLVMSub) ? (uint64_t)a - (uint64_t)b : (uint64_t)a + (uint64_t)b;
	*step = aw_llvm_sign_extended(total, aw_llvm_integer_bits(sum));
	return true;
}

static bool product_step(struct run *run, LLVMValueRef product, unsigned depth, int64_t *step)
{
	int64_t factor, moves;
	if (!aw_llvm_constant(LLVMGetOperand(product, 1), &factor) || !step_of(run, LLVMGetOperand(product, 0), depth, &moves))
		return false;
	unsigned bits = aw_llvm_integer_bits(product);
	bool shifted = aw_llvm_is_op(product, LLVMShl);
	if (shifted && (factor < 0 || factor >= bits))
		return false;
	uint64_t total = shifted ? (uint64_t)moves << factor : (uint64_t)moves * (uint64_t)factor;
	*step = aw_llvm_sign_extended(total, bits);
	return true;
}

static bool extension_step(struct run *run, LLVMValueRef value, unsigned depth, int64_t *step)
{
	LLVMValueRef narrow = LLVMGetOperand(value, 0);
	return step_of(run, narrow, depth, step) &&
	       (*step == 0 || add_limit(run, (struct limit){ .value = narrow, .step = *step, .goes_to = true,
	                                                     .is_signed = aw_llvm_is_op(value, LLVMSExt) }));
}

// Sets *STEP to what VALUE moves by each turn, modulo its type, as long as the limits hold that are added.
static bool step_of(struct run *run, LLVMValueRef value, unsigned depth, int64_t *step)
{
	*step = 0;
	if (!is_inside(run, value))
		return true;
	unsigned bits = aw_llvm_integer_bits(value);
	if (!bits || bits > 64 || depth > MOST_DEPTH)
		return false;
	if (LLVMIsAPHINode(value))
		return LLVMGetInstructionParent(value) == run->turns.head && phi_step(run, value, step);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMOr:
		return LLVMGetIsDisjoint(value) && sum_step(run, value, depth + 1, step);
	case LLVMAdd: case LLVMSub:
		return sum_step(run, value, depth + 1, step);
	case LLVMMul: case LLVMShl:
		return product_step(run, value, depth + 1, step);
	case LLVMSExt: case LLVMZExt:
		return extension_step(run, value, depth + 1, step);
	default:
		return false;
	}
}

// --- guards ---

// Adds how far `VALUE PREDICATE BOUND`, which holds, goes on to hold, when VALUE moves by STEP.
static bool limit_comparison(struct run *run, LLVMIntPredicate predicate, LLVMValueRef value, LLVMValueRef bound, int64_t step)
{
	bool rises = step > 0, is_signed = predicate >= LLVMIntSGT;
	struct limit limit = { .value = value, .bound = bound, .step = step, .is_signed = is_signed };
	switch (predicate) {
	case LLVMIntNE:
		return add_limit(run, limit);
	case LLVMIntULT: case LLVMIntSLT: case LLVMIntULE: case LLVMIntSLE:
		if (!rises)
			limit.bound = NULL;
		limit.goes_to = !rises || predicate == LLVMIntULE || predicate == LLVMIntSLE;
		return add_limit(run, limit);
	case LLVMIntUGT: case LLVMIntSGT: case LLVMIntUGE: case LLVMIntSGE:
		if (rises)
			limit.bound = NULL;
		limit.goes_to = rises || predicate == LLVMIntUGE || predicate == LLVMIntSGE;
		return add_limit(run, limit);
	default:
		return false;
	}
}

// The same for two numbers that move alike: until one of them wraps around.
static bool limit_wraps(struct run *run, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b, int64_t step)
{
	if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
		return true;
	struct limit limit = { .value = a, .step = step, .goes_to = true, .is_signed = predicate >= LLVMIntSGT };
	if (!add_limit(run, limit))
		return false;
	limit.value = b;
	return add_limit(run, limit);
}

// Adds how long JOINED, `a | b` and so on, isn't negative, as none of them is now.
static bool limit_signs(struct run *run, LLVMValueRef joined, unsigned depth)
{
	int64_t step;
	if (!is_inside(run, joined))
		return true;
	if (depth <= MOST_DEPTH && aw_llvm_is_op(joined, LLVMOr))
		return limit_signs(run, LLVMGetOperand(joined, 0), depth + 1) && limit_signs(run, LLVMGetOperand(joined, 1), depth + 1);
	return step_of(run, joined, 0, &step) &&
	       (step == 0 || limit_comparison(run, LLVMIntSGT, joined, LLVMConstAllOnes(LLVMTypeOf(joined)), step));
}

static bool limit_by_comparison(struct run *run, LLVMValueRef comparison, bool wanted)
{
	LLVMValueRef left = LLVMGetOperand(comparison, 0), right = LLVMGetOperand(comparison, 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	int64_t bound;
	if (!aw_llvm_integer_bits(left))
		return false;
	if (is_inside(run, left) && aw_llvm_is_op(left, LLVMOr) && !LLVMGetIsDisjoint(left) && aw_llvm_constant(right, &bound) &&
	    ((!wanted && predicate == LLVMIntSLT && bound == 0) || (wanted && predicate == LLVMIntSGT && bound == -1)))
		return limit_signs(run, left, 0);
	if (!is_inside(run, left)) {
		LLVMValueRef other = left;
		left = right;
		right = other;
		predicate = aw_llvm_turned(predicate);
	}
	if (!wanted)
		predicate = aw_llvm_opposite(predicate);
	int64_t step, other_step;
	if (!step_of(run, left, 0, &step) || !step_of(run, right, 0, &other_step))
		return false;
	if (is_inside(run, right) && other_step != 0)
		return step == other_step && limit_wraps(run, predicate, left, right, step);
	return step == 0 || limit_comparison(run, predicate, left, right, step);
}

// Adds how long CONDITION, which is WANTED now, stays so.
static bool limit_by(struct run *run, LLVMValueRef condition, bool wanted, unsigned depth)
{
	if (!is_inside(run, condition))
		return true;
	if (depth > MOST_JOINED || aw_llvm_is_vector(condition) || LLVMIsAPHINode(condition))
		return false;
	LLVMValueRef a = LLVMGetOperand(condition, 0);
	int64_t number;
	switch (LLVMGetInstructionOpcode(condition)) {
	case LLVMICmp:
		return limit_by_comparison(run, condition, wanted);
	case LLVMFreeze:
		return limit_by(run, a, wanted, depth + 1);
	case LLVMXor:
		return aw_llvm_constant(LLVMGetOperand(condition, 1), &number) && number == -1 && limit_by(run, a, !wanted, depth + 1);
	case LLVMAnd: case LLVMOr:
		return (LLVMGetInstructionOpcode(condition) == LLVMAnd) == wanted && limit_by(run, a, wanted, depth + 1) &&
		       limit_by(run, LLVMGetOperand(condition, 1), wanted, depth + 1);
	case LLVMSelect: // `a ? b : false`, or `a ? true : b`
		return aw_llvm_constant(LLVMGetOperand(condition, wanted ? 2 : 1), &number) && (number != 0) == !wanted &&
		       limit_by(run, a, wanted, depth + 1) && limit_by(run, LLVMGetOperand(condition, wanted ? 1 : 2), wanted, depth + 1);
	default:
		return false;
	}
}

// Adds what takes control from block FROM to block TO.
static bool limit_by_branch(struct run *run, uint32_t from, uint32_t to)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(run->cfg->blocks[from]);
	if (!aw_llvm_is_op(branch, LLVMBr))
		return false;
	if (!LLVMIsConditional(branch))
		return true;
	LLVMBasicBlockRef yes = LLVMGetSuccessor(branch, 0), no = LLVMGetSuccessor(branch, 1);
	return yes != no && limit_by(run, LLVMGetCondition(branch), yes == run->cfg->blocks[to], 0);
}

// --- which ---

static bool is_on_way(const struct run *run, uint32_t block)
{
	return block != AW_NONE && aw_loop_contains(run->loops, run->loop, block) && aw_dominates(run->dominators, run->way, block);
}

static bool has_phis(LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(LLVMGetFirstInstruction(block));
}

// Whether the run's way is short, goes through no loop, and leads to the latch alone.
static bool way_fits(const struct run *run)
{
	unsigned size = 0;
	bool works = false;
	uint32_t latch = aw_cfg_number(run->cfg, run->turns.latch);
	if (has_phis(run->cfg->blocks[run->way]) || is_on_way(run, latch))
		return false;
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	for (uint32_t i = loop->first; i < loop->end; i++) {
		uint32_t block = run->loops->order[i];
		if (!is_on_way(run, block))
			continue;
		if (run->loops->innermost[block] != run->loop)
			return false;
		AW_FOR_SUCCESSORS(&run->cfg->graph, block, to)
			if (*to != latch && !is_on_way(run, *to))
				return false;
		AW_FOR_INSTRUCTIONS(instruction, run->cfg->blocks[block]) {
			works |= aw_llvm_may_read(instruction) || aw_llvm_may_write(instruction);
			size++;
		}
	}
	return works && size <= MOST_INSTRUCTIONS;
}

// Whether all that a turn hands to the next is in numbers that move by the same, and the latch, by which alone the loop is left, does
// nothing else.
static bool turns_fit(struct run *run)
{
	int64_t step;
	uint32_t latch = aw_cfg_number(run->cfg, run->turns.latch);
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	if (run->turns.latch == run->turns.head || !run->turns.before || !loop->reducible)
		return false;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(run->turns.head); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (!aw_llvm_integer_bits(phi) || !phi_step(run, phi, &step) || step == 0)
			return false;
	AW_FOR_INSTRUCTIONS(instruction, run->turns.latch)
		if (LLVMIsACallInst(instruction) || aw_llvm_may_write(instruction) || aw_llvm_may_read(instruction))
			return false;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&run->cfg->graph, run->loops->order[i], to)
			if (run->loops->order[i] != latch && !aw_loop_contains(run->loops, run->loop, *to))
				return false;
	return true;
}

// The way from the loop's head to block END, from its end on; false: other ways lead there, too.
static bool limit_by_chain(struct run *run)
{
	uint32_t head = run->loops->loops.items[run->loop].header;
	for (uint32_t to = run->way, from = run->chain_end;; to = from, from = run->dominators->parent[from]) {
		if (run->cfg->blocks[from] != aw_llvm_only_way_to(run->cfg->blocks[to]) || !limit_by_branch(run, from, to))
			return false;
		if (from == head)
			return true;
		if (run->loops->innermost[from] != run->loop || has_phis(run->cfg->blocks[from]))
			return false;
	}
}

// How long the loop goes on: *NEXT is the number that its latch compares, a phi's of the head after its step.
static bool limit_by_latch(struct run *run, LLVMIntPredicate *predicate, LLVMValueRef *next)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(run->turns.latch);
	if (!aw_llvm_is_op(branch, LLVMBr) || !LLVMIsConditional(branch))
		return false;
	LLVMValueRef comparison = LLVMGetCondition(branch);
	if (!aw_llvm_is_op(comparison, LLVMICmp) || !is_inside(run, comparison))
		return false;
	int64_t step;
	*next = LLVMGetOperand(comparison, 0);
	LLVMValueRef phi = aw_llvm_is_op(*next, LLVMAdd) ? LLVMGetOperand(*next, 0) : NULL, bound = LLVMGetOperand(comparison, 1);
	if (!phi || !LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != run->turns.head || !phi_step(run, phi, &step) ||
	    aw_llvm_incoming(phi, run->turns.latch) != *next || is_inside(run, bound))
		return false;
	*predicate = LLVMGetICmpPredicate(comparison);
	if (LLVMGetSuccessor(branch, 0) != run->turns.head)
		*predicate = aw_llvm_opposite(*predicate);
	return limit_comparison(run, *predicate, *next, bound, step);
}

// --- extended numbers ---

// Takes those of BLOCK that move by the same each turn.
static void find_widened(struct run *run, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(extension, block) {
		unsigned before = run->limit_count;
		int64_t step;
		bool widens = (LLVMIsASExtInst(extension) || LLVMIsAZExtInst(extension)) && aw_llvm_integer_bits(extension) == 64;
		if (!widens || run->widened_count == MOST_WIDENED || run->limit_count + 2 > MOST_LIMITS)
			continue;
		if (extension_step(run, extension, 0, &step) && step != 0)
			run->widened[run->widened_count++] = (struct widened){ extension, step };
		else
			run->limit_count = before;
	}
}

static void find_all_widened(struct run *run)
{
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	run->widened_count = 0;
	for (uint32_t i = loop->first; i < loop->end; i++) {
		uint32_t block = run->loops->order[i];
		if (is_on_way(run, block) || aw_dominates(run->dominators, block, run->chain_end))
			find_widened(run, run->cfg->blocks[block]);
	}
}

// --- what it saves ---

static bool is_listed(LLVMValueRef value, const LLVMValueRef *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (items[i] == value)
			return true;
	return false;
}

// Whether VALUE stands on the way to the guard.
static bool is_on_chain(const struct run *run, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && !LLVMIsAPHINode(value) && is_inside(run, value) &&
	       aw_dominates(run->dominators, aw_cfg_number(run->cfg, LLVMGetInstructionParent(value)), run->chain_end);
}

// Whether turns of the run execute LEAST_SAVED instructions less: what only the guard needs.
static bool saves(const struct run *run)
{
	AW_VEC(LLVMValueRef) needed = { 0 };
	size_t total = 0;
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	for (uint32_t i = loop->first; i < loop->end; i++) {
		uint32_t block = run->loops->order[i];
		bool on_chain = aw_dominates(run->dominators, block, run->chain_end);
		AW_FOR_INSTRUCTIONS(instruction, run->cfg->blocks[block]) {
			total += on_chain && !LLVMIsAPHINode(instruction) && !aw_llvm_is_vector(instruction);
			if (is_on_way(run, block) || (on_chain && aw_llvm_may_write(instruction)))
				aw_need(aw_vec_push(&needed, instruction));
		}
	}
	size_t first = needed.count, kept = 0;
	for (size_t i = 0; i < needed.count; i++)
		for (int k = 0; k < LLVMGetNumOperands(needed.items[i]); k++) {
			LLVMValueRef operand = LLVMGetOperand(needed.items[i], (unsigned)k);
			if (!is_on_chain(run, operand) || is_listed(operand, needed.items + first, needed.count - first))
				continue;
			kept += !aw_llvm_is_vector(operand);
			aw_need(aw_vec_push(&needed, operand));
		}
	aw_vec_finish(&needed);
	return total >= kept + LEAST_SAVED;
}

// --- the run ---

static LLVMValueRef run_value(const struct run *run, LLVMValueRef value)
{
	for (size_t i = 0; i < run->from.count; i++)
		if (run->from.items[i] == value)
			return run->made.items[i];
	return value;
}

// VALUE, in this turn of the loop, before the run.
static LLVMValueRef before_run(struct run *run, LLVMValueRef value)
{
	bool on_way = LLVMIsAInstruction(value) && is_on_way(run, aw_cfg_number(run->cfg, LLVMGetInstructionParent(value)));
	return on_way ? aw_turn_compute(run->unit, &run->turns, value, AW_TURN_THIS) : value;
}

// How many turns more LIMIT allows, in 64 bits.
static LLVMValueRef build_limit(struct run *run, const struct limit *limit)
{
	LLVMBuilderRef builder = run->unit->builder;
	LLVMValueRef value = before_run(run, limit->value);
	LLVMTypeRef type = LLVMTypeOf(limit->value), wide = LLVMInt64TypeInContext(run->unit->context);
	unsigned bits = aw_llvm_integer_bits(limit->value);
	LLVMValueRef bound = limit->bound;
	if (!bound) {
		uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, end = limit->is_signed ? all >> 1 : all;
		bound = LLVMConstInt(type, limit->step > 0 ? end : all - end, false);
	}
	LLVMValueRef distance = limit->step > 0 ? LLVMBuildSub(builder, bound, value, "") : LLVMBuildSub(builder, value, bound, "");
	if (!limit->goes_to)
		distance = LLVMBuildSub(builder, distance, LLVMConstInt(type, 1, false), "");
	uint64_t step = limit->step > 0 ? (uint64_t)limit->step : (uint64_t)-limit->step;
	return LLVMBuildUDiv(builder, LLVMBuildZExt(builder, distance, wide, ""), LLVMConstInt(wide, step, false), "");
}

static LLVMValueRef build_least(struct run *run, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = LLVMTypeOf(a);
	LLVMValueRef function = aw_llvm_intrinsic(run->unit->module, "llvm.umin", &type, 1), both[] = { a, b };
	return LLVMBuildCall2(run->unit->builder, LLVMGlobalGetValueType(function), function, both, 2, "");
}

// How many turns follow this one, in 64 bits.  The last limit is that of the latch, whose comparison of NEXT by PREDICATE need not hold.
static LLVMValueRef build_turns(struct run *run, LLVMIntPredicate predicate, LLVMValueRef next)
{
	LLVMBuilderRef builder = run->unit->builder;
	struct limit *latch = &run->limits[run->limit_count - 1];
	LLVMTypeRef wide = LLVMInt64TypeInContext(run->unit->context);
	LLVMValueRef bound = LLVMGetOperand(LLVMGetCondition(LLVMGetBasicBlockTerminator(run->turns.latch)), 1);
	latch->value = LLVMBuildAdd(builder, LLVMGetOperand(next, 0), LLVMGetOperand(next, 1), "");
	LLVMValueRef goes_on = LLVMBuildICmp(builder, predicate, latch->value, bound, "");
	LLVMValueRef turns = LLVMBuildAdd(builder, build_limit(run, latch), LLVMConstInt(wide, 1, false), "");
	for (unsigned i = 0; i + 1 < run->limit_count; i++)
		turns = build_least(run, turns, build_limit(run, &run->limits[i]));
	return LLVMBuildSelect(builder, goes_on, turns, LLVMConstInt(wide, 0, false), "run.turns");
}

static void make_phi(struct run *run, LLVMValueRef value, LLVMValueRef start)
{
	LLVMValueRef made = LLVMBuildPhi(run->unit->builder, LLVMTypeOf(value), "run");
	LLVMAddIncoming(made, &start, &run->before, 1);
	aw_need(aw_vec_push(&run->from, value) && aw_vec_push(&run->made, made));
}

// The phis of the run's head, for those of the loop's and for extended numbers.
static void make_phis(struct run *run)
{
	LLVMValueRef starts[MOST_WIDENED];
	aw_llvm_at(run->unit->builder, LLVMGetBasicBlockTerminator(run->before));
	for (unsigned i = 0; i < run->widened_count; i++)
		starts[i] = before_run(run, run->widened[i].extension);
	aw_llvm_at(run->unit->builder, LLVMGetFirstInstruction(run->head));
	for (unsigned i = 0; i < run->widened_count; i++)
		make_phi(run, run->widened[i].extension, starts[i]);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(run->turns.head); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		make_phi(run, phi, phi);
}

// What stands on the way to the guard, once more in the run's head.
static void copy_chain(struct run *run)
{
	aw_llvm_at(run->unit->builder, LLVMGetBasicBlockTerminator(run->head));
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	for (uint32_t i = loop->first; i < loop->end; i++) { // in flow order
		uint32_t block = run->loops->order[i];
		if (!aw_dominates(run->dominators, block, run->chain_end))
			continue;
		AW_FOR_INSTRUCTIONS(instruction, run->cfg->blocks[block]) {
			if (LLVMIsATerminatorInst(instruction) || is_listed(instruction, run->from.items, run->from.count))
				continue;
			LLVMValueRef made = LLVMInstructionClone(instruction);
			for (int k = 0; k < LLVMGetNumOperands(made); k++)
				LLVMSetOperand(made, (unsigned)k, run_value(run, LLVMGetOperand(made, (unsigned)k)));
			LLVMInsertIntoBuilder(run->unit->builder, made);
			aw_need(aw_vec_push(&run->from, instruction) && aw_vec_push(&run->made, made));
		}
	}
}

// Leads from the run's end to its head, as long as COUNTER, a phi of the loop's head, isn't LAST.
static void close_run(struct run *run, LLVMValueRef counter, LLVMValueRef last)
{
	LLVMBuilderRef builder = run->unit->builder;
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(run->again));
	for (size_t i = 0; i < run->from.count && LLVMIsAPHINode(run->made.items[i]); i++) { // they come first
		LLVMValueRef step = i < run->widened_count ?
		                    LLVMConstInt(LLVMTypeOf(run->made.items[i]), (uint64_t)run->widened[i].step, true) :
		                    LLVMGetOperand(aw_llvm_incoming(run->from.items[i], run->turns.latch), 1);
		LLVMValueRef next = LLVMBuildAdd(builder, run->made.items[i], step, "");
		LLVMAddIncoming(run->made.items[i], &next, &run->again, 1);
	}
	LLVMValueRef ends = LLVMBuildICmp(builder, LLVMIntEQ, run_value(run, counter), last, "");
	aw_llvm_end_anew(builder, run->again, ends, run->turns.latch, run->head);
}

// What the latch, and what follows it, has of value I: the run's where control comes from there.
static LLVMValueRef joined(struct run *run, size_t i)
{
	LLVMValueRef value = run->from.items[i], first = LLVMGetFirstInstruction(run->turns.latch);
	aw_llvm_at(run->unit->builder, first);
	LLVMValueRef phi = LLVMBuildPhi(run->unit->builder, LLVMTypeOf(value), "");
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(run->turns.latch)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsATerminatorInst(user))
			continue;
		LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
		LLVMAddIncoming(phi, from == run->again ? &run->made.items[i] : &value, &from, 1);
	}
	return phi;
}

// Lets the uses of value I have what is right where they stand.
static void replace_uses(struct run *run, size_t i)
{
	LLVMValueRef value = run->from.items[i], phi = NULL;
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		if (!is_listed(LLVMGetUser(use), users.items, users.count))
			aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t u = 0; u < users.count; u++) {
		LLVMValueRef user = users.items[u];
		unsigned count = LLVMIsAPHINode(user) ? LLVMCountIncoming(user) : (unsigned)LLVMGetNumOperands(user);
		for (unsigned k = 0; k < count; k++) {
			if (LLVMGetOperand(user, k) != value)
				continue;
			LLVMBasicBlockRef place = LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, k) : LLVMGetInstructionParent(user);
			uint32_t number = aw_cfg_number(run->cfg, place);
			if (place == run->before || place == run->head)
				continue;
			if (place == run->again || is_on_way(run, number)) {
				LLVMSetOperand(user, k, run->made.items[i]);
			} else if (place == run->turns.latch || !aw_loop_contains(run->loops, run->loop, number)) {
				phi = phi ? phi : joined(run, i);
				LLVMSetOperand(user, k, phi);
			}
		}
	}
	aw_vec_finish(&users);
}

static void make_run(struct run *run, LLVMIntPredicate predicate, LLVMValueRef next)
{
	LLVMBasicBlockRef chain_end = run->cfg->blocks[run->chain_end], way = run->cfg->blocks[run->way];
	AW_VEC(LLVMBasicBlockRef) ends = { 0 };
	AW_FOR_PREDECESSORS(&run->cfg->graph, aw_cfg_number(run->cfg, run->turns.latch), from)
		if (is_on_way(run, *from) && !aw_llvm_is_among(ends.items, ends.count, run->cfg->blocks[*from]))
			aw_need(aw_vec_push(&ends, run->cfg->blocks[*from]));
	run->again = aw_llvm_split_predecessors(run->turns.latch, ends.items, (unsigned)ends.count, "run.again");
	aw_vec_finish(&ends);
	run->before = aw_llvm_split_edges(chain_end, way);
	run->head = aw_llvm_split_edges(run->before, way);
	LLVMSetValueName2(LLVMBasicBlockAsValue(run->head), "run", 3);

	LLVMBuilderRef builder = run->unit->builder;
	LLVMValueRef counter = LLVMGetOperand(next, 0);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(run->before));
	LLVMValueRef turns = LLVMBuildIntCast2(builder, build_turns(run, predicate, next), LLVMTypeOf(counter), false, "");
	LLVMValueRef last = LLVMBuildAdd(builder, counter, LLVMBuildMul(builder, turns, LLVMGetOperand(next, 1), ""), "run.last");
	make_phis(run);
	copy_chain(run);
	close_run(run, counter, last);
	for (size_t i = 0; i < run->from.count; i++)
		replace_uses(run, i);
}

// Whether block WAY begins what gangs run again and again; makes a run of it then.
static bool try_way(struct run *run, uint32_t way)
{
	run->way = way;
	run->chain_end = run->dominators->parent[way];
	run->limit_count = 0;
	LLVMIntPredicate predicate;
	LLVMValueRef next;
	if (!aw_loop_contains(run->loops, run->loop, run->chain_end) || !way_fits(run) || !limit_by_chain(run) || run->limit_count < 2 ||
	    !saves(run))
		return false;
	find_all_widened(run);
	if (!limit_by_latch(run, &predicate, &next))
		return false;
	make_run(run, predicate, next);
	aw_vec_finish(&run->from);
	aw_vec_finish(&run->made);
	return true;
}

// One run a loop: the one for the first guard that allows it.
static bool try_loop(struct run *run)
{
	const struct aw_loop *loop = &run->loops->loops.items[run->loop];
	if (!aw_turns_find(run->cfg, run->loops, run->loop, &run->turns) || !turns_fit(run))
		return false;
	for (uint32_t i = loop->first + 1; i < loop->end; i++)
		if (try_way(run, run->loops->order[i]))
			return true;
	return false;
}

// Makes one run, from the inner loops outwards: it makes all that is known of FUNCTION's flow stale.
static bool make_one(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	aw_dominators_init(&dominators, &cfg.graph, 0);
	struct run run = { .unit = unit, .cfg = &cfg, .loops = &loops, .dominators = &dominators };
	bool made = false;
	for (run.loop = (uint32_t)loops.loops.count; !made && run.loop-- > 0;)
		made = try_loop(&run);
	aw_dominators_finish(&dominators);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return made;
}

bool aw_gang_runs_make(struct aw_unit *unit, LLVMValueRef function)
{
	bool any = false;
	// A loop with a run in it hands the next turn what the run left, so it gets no second one.
	while (make_one(unit, function))
		any = true;
	return any;
}
