// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops around a barrier whose counter is halved or doubled from turn to turn, as those of sorts and transforms are:
//
//     for (d = n / 2; d > 0; d /= 2) { __syncthreads(); … s[p] … s[p + d] … }
//
// Turns with a small distance belong to a gang alone (simd_windows.c), but that is seen of constants only.  So these turns are made by code
// of their own from where the distance is a gang's width on:
//
//     for (d = n / 2; d > 0; d /= 2) {
//         if (d == 16) { __syncthreads(); turn(16); turn(8); turn(4); turn(2); turn(1); __syncthreads(); break; }
//         turn(d);
//     }
//
// They are a copy of the loop whose counter begins with a constant.  LLVM finds out how many they are, and unrolls them; nothing is
// concluded from what the counter is thought to do.  Loops that begin with a smaller counter have copies of their own.  Where the counter
// is doubled, all begins with 1, and it is asked whether the loop's bound is beyond all these turns, since else each could be the last;
// then the loop goes on.  The two barriers are such as all threads come to: the loop has one, and its counter and its end are the same for
// all threads of the block.  They part what is known of these turns from what isn't known of the others.
//
// One more copy is for turns whose counter is a multiple of a gang's width: there x & (d - 1), x & d and x ^ d are made of what the gang
// has and of what the lane has, by which the vectorizer sees that lanes are neighbours.
//
// All is tried on a copy of the function, and stays where barriers between these turns turn out to part nothing.
#include "simd_tails.h"

#include <assert.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/loops.h"
#include "../analysis/need.h"
#include "simd_touches.h"
#include "simd_windows.h"

enum { MOST_TURNS = 5, MOST_INSTRUCTIONS = 150, MOST_COPIED = 600, MOST_BLOCKS = 32, MOST_LOOPS = 8, LEAST_GAIN = 2, DEEP = 16 };

// A loop with what the other parts ask for.
struct tail {
	struct aw_unit *unit;
	LLVMBasicBlockRef header, latch, way_in;
	AW_VEC(LLVMBasicBlockRef) blocks;
	LLVMValueRef counter, next, barrier; // NEXT: the counter of the next turn
	bool grows;
	unsigned size; // of the loop, instructions
	unsigned width, first, factor, turns; // FIRST: where the tail begins; FACTOR: by what the counter is multiplied or divided
	bool ahead; // a turn goes by the counter of the next one, the other only counts
};

// --- which loops ---

static bool is_same_for_all(const struct aw_map *lockstep, LLVMValueRef value, struct aw_map *assumed, unsigned depth);

static bool are_operands_same(const struct aw_map *lockstep, LLVMValueRef value, struct aw_map *assumed, unsigned depth)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_same_for_all(lockstep, LLVMGetOperand(value, i), assumed, depth))
			return false;
	return true;
}

// Whether all threads of the block have the same VALUE.  LOCKSTEP: headers of loops with a barrier, whose turns they make together.
static bool is_same_for_all(const struct aw_map *lockstep, LLVMValueRef value, struct aw_map *assumed, unsigned depth)
{
	if (!LLVMIsAInstruction(value) || aw_map_get(assumed, value))
		return LLVMIsAInstruction(value) || LLVMIsAConstant(value) || (LLVMIsAArgument(value) && !aw_llvm_is_by_value(value));
	if (!depth)
		return false;
	if (LLVMIsAPHINode(value)) {
		bool one = LLVMCountIncoming(value) == 1;
		if (!one && !aw_map_get(lockstep, LLVMGetInstructionParent(value)))
			return false;
		aw_need(aw_map_put(assumed, value, value));
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (!is_same_for_all(lockstep, LLVMGetIncomingValue(value, i), assumed, depth - 1))
				return false;
		return true;
	}
	if (LLVMIsACallInst(value)) {
		const char *name = aw_intrinsic_register(value);
		return aw_starts_with(name, "ntid.") || aw_starts_with(name, "ctaid.") || aw_starts_with(name, "nctaid.");
	}
	bool plain = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAICmpInst(value) || LLVMIsASelectInst(value);
	return plain && are_operands_same(lockstep, value, assumed, depth - 1);
}

// A power of two that is a step's, or 0.
static unsigned power(int64_t number)
{
	return number == 2 || number == 4 ? (unsigned)number : 0;
}

// By what NEXT multiplies or divides COUNTER; 0: it does something else.
static unsigned factor_of(LLVMValueRef next, LLVMValueRef counter, bool *grows)
{
	int64_t number = 0;
	if (!LLVMIsABinaryOperator(next) || LLVMGetOperand(next, 0) != counter)
		return 0;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	bool constant = aw_llvm_constant(LLVMGetOperand(next, 1), &number);
	*grows = opcode == LLVMShl || opcode == LLVMMul || opcode == LLVMAdd;
	switch (opcode) {
	case LLVMAdd:
		return LLVMGetOperand(next, 1) == counter ? 2 : 0;
	case LLVMMul: case LLVMUDiv: case LLVMSDiv:
		return constant ? power(number) : 0;
	case LLVMShl: case LLVMLShr: case LLVMAShr:
		return constant && number > 0 && number < 3 ? power((int64_t)1 << number) : 0;
	default:
		return 0;
	}
}

static bool is_tested(LLVMValueRef counter, unsigned first)
{
	AW_FOR_USES(use, counter) {
		int64_t number;
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAICmpInst(user) && LLVMGetICmpPredicate(user) == LLVMIntEQ && aw_llvm_constant(LLVMGetOperand(user, 1), &number) &&
		    number == (int64_t)first)
			return true;
	}
	return false;
}

// Whether NEXT alone is made of COUNTER, which else is only compared.
static bool only_counts(LLVMValueRef counter, LLVMValueRef next)
{
	AW_FOR_USES(use, counter)
		if (LLVMGetUser(use) != next && !LLVMIsAICmpInst(LLVMGetUser(use)))
			return false;
	return true;
}

static bool find_counter(struct tail *tail, const struct aw_map *lockstep)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(tail->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		struct aw_map assumed = { 0 };
		bool integer = aw_llvm_integer_bits(phi) >= 16 && aw_llvm_integer_bits(phi) <= 64;
		unsigned factor = integer ? factor_of(aw_llvm_incoming(phi, tail->latch), phi, &tail->grows) : 0;
		bool same = factor && is_same_for_all(lockstep, phi, &assumed, DEEP);
		aw_map_finish(&assumed);
		tail->first = tail->grows ? 1 : tail->width;
		if (!same || is_tested(phi, tail->first) || is_tested(phi, tail->first * factor))
			continue;
		tail->counter = phi;
		tail->next = aw_llvm_incoming(phi, tail->latch);
		tail->factor = factor;
		tail->turns = 1;
		for (unsigned d = factor; d <= tail->width; d *= factor)
			tail->turns++;
		tail->ahead = !tail->grows && only_counts(phi, tail->next);
		tail->first *= tail->ahead ? factor : 1;
		return tail->turns <= MOST_TURNS + 1;
	}
	return false;
}

// Whether the loop ends where threads agree, at one place.
static bool ends_for_all(const struct tail *tail, const struct aw_map *lockstep)
{
	unsigned exits = 0;
	bool agreed = true;
	for (size_t i = 0; i < tail->blocks.count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(tail->blocks.items[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			struct aw_map assumed = { 0 };
			if (aw_llvm_is_among(tail->blocks.items, tail->blocks.count, LLVMGetSuccessor(end, k)))
				continue;
			exits++;
			agreed = agreed && LLVMIsABranchInst(end) && LLVMIsConditional(end) && tail->blocks.items[i] == tail->latch &&
			         is_same_for_all(lockstep, LLVMGetCondition(end), &assumed, DEEP);
			aw_map_finish(&assumed);
		}
	}
	return agreed && exits == 1;
}

// Fills TAIL with the blocks of LOOP; false when they are too many, or lack what it takes.
static bool find_blocks(struct tail *tail, const struct aw_loops *loops, const struct aw_cfg *cfg, const struct aw_loop *loop)
{
	unsigned latches = 0;
	bool stores = false;
	for (uint32_t i = loop->first; i < loop->end; i++) {
		LLVMBasicBlockRef block = cfg->blocks[loops->order[i]];
		aw_need(aw_vec_push(&tail->blocks, block));
		if (aw_llvm_leads_to(block, tail->header)) {
			tail->latch = block;
			latches++;
		}
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (++tail->size > MOST_INSTRUCTIONS || LLVMIsASwitchInst(instruction))
				return false;
			stores |= LLVMIsAStoreInst(instruction) != NULL;
			if (aw_simd_is_plain_barrier(tail->unit, instruction))
				tail->barrier = instruction;
		}
	}
	return latches == 1 && tail->barrier && stores;
}

// Fills TAIL for LOOP; false when it is none such.
static bool find_tail(struct tail *tail, const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop,
                      const struct aw_map *lockstep)
{
	const struct aw_loop *found = &loops->loops.items[loop];
	uint32_t way_in = aw_loop_way_in(loops, cfg, loop);
	if (!aw_loop_is_innermost(loops, loop) || !found->reducible || way_in == AW_NONE || found->end - found->first > MOST_BLOCKS)
		return false;
	tail->header = cfg->blocks[found->header];
	tail->way_in = cfg->blocks[way_in];
	return find_blocks(tail, loops, cfg, found) && find_counter(tail, lockstep) && ends_for_all(tail, lockstep);
}

// --- the turns ---

// What the copies of the loop's blocks have in the place of VALUE.
static LLVMValueRef copied(const struct tail *tail, const LLVMBasicBlockRef *copies, LLVMValueRef value)
{
	return aw_llvm_find_copied(tail->blocks.items, copies, (unsigned)tail->blocks.count, value);
}

static LLVMBasicBlockRef copied_block(const struct tail *tail, const LLVMBasicBlockRef *copies, LLVMBasicBlockRef block)
{
	size_t i = 0;
	while (i < tail->blocks.count && tail->blocks.items[i] != block)
		i++;
	assert(i < tail->blocks.count);
	return copies[i];
}

static void add_barrier(const struct tail *tail, LLVMBasicBlockRef block)
{
	LLVMValueRef copy = LLVMInstructionClone(tail->barrier);
	aw_llvm_at(tail->unit->builder, LLVMGetBasicBlockTerminator(block));
	LLVMSetCurrentDebugLocation2(tail->unit->builder, LLVMInstructionGetDebugLoc(tail->barrier));
	LLVMInsertIntoBuilder(tail->unit->builder, copy);
}

// The counter behind the last turn but one, where it grows.
static uint64_t last_of(const struct tail *tail)
{
	uint64_t last = tail->first;
	for (unsigned i = 1; i < tail->turns; i++)
		last *= tail->factor;
	return last;
}

// Whether the loop goes on, to its header or by FORK, as long as the counter is below a bound that it leaves alone; then by what PREDICATE.
static bool find_bound(const struct tail *tail, LLVMBasicBlockRef fork, LLVMIntPredicate *predicate)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(tail->latch), test = LLVMGetCondition(end);
	if (!LLVMIsAICmpInst(test) || LLVMGetOperand(test, 0) != tail->next)
		return false;
	LLVMValueRef bound = LLVMGetOperand(test, 1);
	if (LLVMIsAInstruction(bound) && aw_llvm_is_among(tail->blocks.items, tail->blocks.count, LLVMGetInstructionParent(bound)))
		return false;
	*predicate = LLVMGetICmpPredicate(test);
	if (LLVMGetSuccessor(end, 0) != tail->header && LLVMGetSuccessor(end, 0) != fork)
		*predicate = aw_llvm_opposite(*predicate);
	return *predicate == LLVMIntULT || *predicate == LLVMIntULE || *predicate == LLVMIntSLT || *predicate == LLVMIntSLE;
}

// Whether turns that begin with a counter of FIRST do so at the end of AT.
static LLVMValueRef build_test(const struct tail *tail, LLVMBasicBlockRef at, LLVMBasicBlockRef fork, unsigned first)
{
	LLVMBuilderRef builder = tail->unit->builder;
	LLVMValueRef counter = LLVMGetIncomingValue(tail->counter, 0);
	LLVMTypeRef type = LLVMTypeOf(counter);
	LLVMIntPredicate predicate;
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(at));
	LLVMValueRef test = LLVMBuildICmp(builder, LLVMIntEQ, counter, LLVMConstInt(type, first, false), "");
	if (!tail->grows || !find_bound(tail, fork, &predicate))
		return test;
	LLVMValueRef bound = LLVMGetOperand(LLVMGetCondition(LLVMGetBasicBlockTerminator(tail->latch)), 1);
	return LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, predicate, LLVMConstInt(type, last_of(tail), false), bound, ""), "");
}

// A copy of the loop's blocks, entered from BEGIN, which led to the loop's header.
static LLVMBasicBlockRef *copy_loop(const struct tail *tail, LLVMBasicBlockRef begin)
{
	LLVMBasicBlockRef *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, tail->blocks.count);
	aw_llvm_copy_blocks(tail->blocks.items, (unsigned)tail->blocks.count, copies);
	aw_llvm_lead_to(begin, tail->header, copied_block(tail, copies, tail->header));
	return copies;
}

// Lets phis of TO, to which the loop's latch leads, have what the copies have for them from FROM.
static void add_incoming(const struct tail *tail, const LLVMBasicBlockRef *copies, LLVMBasicBlockRef to, LLVMBasicBlockRef from)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = copied(tail, copies, aw_llvm_incoming(phi, tail->latch));
		LLVMAddIncoming(phi, &value, &from, 1);
	}
}

// The value that PHI, of the loop's header, has in the next turn, in the copies.
static LLVMValueRef next_of(const struct tail *tail, const LLVMBasicBlockRef *copies, LLVMBasicBlockRef fork, LLVMValueRef phi)
{
	LLVMValueRef merged = LLVMGetIncomingValue(phi, 0);
	bool own = LLVMIsAPHINode(merged) && LLVMGetInstructionParent(merged) == fork;
	return copied(tail, copies, own ? aw_llvm_incoming(merged, tail->latch) : merged);
}

// The turns with a constant counter: the copy goes on by itself, and where it ends there is a barrier.  A counter that grows only ends it
// there, and then the loop goes on, or doesn't.
static void build_tail(const struct tail *tail, LLVMBasicBlockRef begin, LLVMBasicBlockRef fork, unsigned start)
{
	LLVMBuilderRef builder = tail->unit->builder;
	LLVMBasicBlockRef *copies = copy_loop(tail, begin);
	LLVMBasicBlockRef header = copied_block(tail, copies, tail->header), latch = copied_block(tail, copies, tail->latch);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch), test = LLVMGetCondition(end), copy = LLVMGetFirstInstruction(header);
	bool first = LLVMGetSuccessor(end, 0) == fork;
	LLVMBasicBlockRef behind = LLVMGetSuccessor(end, first);
	add_incoming(tail, copies, behind, latch);
	LLVMBasicBlockRef last = aw_llvm_split_edges(latch, behind);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(tail->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef next = next_of(tail, copies, fork, phi);
		if (phi == tail->counter)
			LLVMSetOperand(copy, 0, LLVMConstInt(LLVMTypeOf(phi), start, false));
		LLVMAddIncoming(copy, &next, &latch, 1);
		copy = LLVMGetNextInstruction(copy);
	}
	if (tail->grows) {
		LLVMValueRef next = next_of(tail, copies, fork, tail->counter);
		add_incoming(tail, copies, fork, last);
		aw_llvm_at(builder, end);
		LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULE, next, LLVMConstInt(LLVMTypeOf(next), last_of(tail), false), "");
		aw_llvm_end_anew(builder, latch, more, header, last);
		aw_llvm_end_anew(builder, last, test, first ? fork : behind, first ? behind : fork);
	} else {
		aw_llvm_lead_to(latch, fork, header);
	}
	add_barrier(tail, last);
	add_barrier(tail, begin);
	free(copies);
}

static bool is_x(LLVMValueRef value)
{
	return !strcmp(aw_intrinsic_register(value), "tid.x");
}

static bool is_one_less(LLVMValueRef value, LLVMValueRef counter)
{
	int64_t number;
	return aw_llvm_is_op(value, LLVMAdd) && LLVMGetOperand(value, 0) == counter && aw_llvm_constant(LLVMGetOperand(value, 1), &number) &&
	       number == -1;
}

// OPERATION, on bits of a thread's number and OTHER, a multiple of the width or with LESS one less than that, on the gang's bits and the
// lane's apart.
static void split_bits(const struct tail *tail, LLVMValueRef operation, LLVMValueRef x, LLVMValueRef other, bool less)
{
	LLVMBuilderRef builder = tail->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(x);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(operation);
	aw_llvm_at(builder, operation);
	LLVMValueRef gang = LLVMBuildAnd(builder, x, LLVMConstInt(type, -(uint64_t)tail->width, true), "");
	LLVMValueRef made = LLVMBuildBinOp(builder, opcode, gang, other, "");
	if (less || opcode == LLVMXor) {
		LLVMValueRef lane = LLVMBuildAnd(builder, x, LLVMConstInt(type, tail->width - 1, false), "");
		made = LLVMBuildOr(builder, made, lane, "");
	}
	aw_llvm_replace(operation, made);
}

// A turn with a counter that is a multiple of the width.
static void build_wide(const struct tail *tail, LLVMBasicBlockRef begin)
{
	LLVMBasicBlockRef *copies = copy_loop(tail, begin), latch = copied_block(tail, copies, tail->latch);
	LLVMValueRef counter = copied(tail, copies, tail->ahead ? tail->next : tail->counter), end = LLVMGetBasicBlockTerminator(latch);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		add_incoming(tail, copies, LLVMGetSuccessor(end, i), latch);
	for (size_t i = 0; i < tail->blocks.count; i++)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, copies[i]) {
			bool bits = aw_llvm_is_op(instruction, LLVMAnd) || aw_llvm_is_op(instruction, LLVMXor);
			for (unsigned k = 0; k < 2 && bits; k++) {
				LLVMValueRef x = LLVMGetOperand(instruction, k), with = LLVMGetOperand(instruction, !k);
				bool less = aw_llvm_is_op(instruction, LLVMAnd) && is_one_less(with, counter);
				if (is_x(x) && (less || with == counter)) {
					split_bits(tail, instruction, x, with, less);
					break;
				}
			}
		}
	free(copies);
}

static LLVMValueRef build_wide_test(const struct tail *tail, LLVMBasicBlockRef at)
{
	LLVMBuilderRef builder = tail->unit->builder;
	LLVMValueRef counter = LLVMGetIncomingValue(tail->counter, 0);
	LLVMTypeRef type = LLVMTypeOf(counter);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(at));
	unsigned all = tail->width * (tail->ahead ? tail->factor : 1);
	LLVMValueRef low = LLVMBuildAnd(builder, counter, LLVMConstInt(type, all - 1, false), "");
	return LLVMBuildICmp(builder, LLVMIntEQ, low, LLVMConstNull(type), "");
}

// Puts the turns in front of the loop: of those that begin with a smaller counter as many as there is room for, too.
static void part(const struct tail *tail)
{
	LLVMBasicBlockRef from[] = { tail->way_in, tail->latch };
	LLVMBasicBlockRef fork = aw_llvm_split_predecessors(tail->header, from, 2, "tail"), at = fork, begin;
	unsigned turns = tail->turns, room = MOST_COPIED;
	assert(turns && tail->size);
	for (unsigned start = tail->first; turns; start /= tail->factor, turns--) {
		begin = aw_llvm_split_edges(at, tail->header);
		LLVMValueRef test = build_test(tail, at, fork, start);
		build_tail(tail, begin, fork, start);
		aw_llvm_rename_incoming(tail->header, begin, at);
		aw_llvm_end_anew(tail->unit->builder, at, test, begin, tail->header);
		at = aw_llvm_split_edges(at, tail->header);
		unsigned size = tail->size * turns;
		if (tail->grows || size > room)
			break;
		room -= size;
	}
	begin = aw_llvm_split_edges(at, tail->header);
	LLVMValueRef test = build_wide_test(tail, at);
	build_wide(tail, begin);
	aw_llvm_rename_incoming(tail->header, begin, at);
	aw_llvm_end_anew(tail->unit->builder, at, test, begin, tail->header);
}

// --- trials ---

// Headers of loops with a barrier.
static void find_lockstep(const struct aw_unit *unit, const struct aw_loops *loops, const struct aw_cfg *cfg, struct aw_map *lockstep)
{
	for (size_t i = 0; i < loops->loops.count; i++) {
		const struct aw_loop *loop = &loops->loops.items[i];
		bool waits = false;
		for (uint32_t k = loop->first; k < loop->end && !waits; k++)
			AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[loops->order[k]])
				waits |= aw_simd_is_barrier(unit, instruction);
		if (waits)
			aw_need(aw_map_put(lockstep, cfg->blocks[loop->header], cfg->blocks[loop->header]));
	}
}

// Does it with the first loop from number *LOOP on that may be one; false: there is none.
static bool part_next(struct aw_unit *unit, LLVMValueRef function, unsigned width, size_t *loop)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_map lockstep = { 0 };
	bool found = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	find_lockstep(unit, &loops, &cfg, &lockstep);
	for (; *loop < loops.loops.count && !found; ++*loop) {
		struct tail tail = { .unit = unit, .width = width };
		LLVMIntPredicate predicate;
		found = find_tail(&tail, &loops, &cfg, (uint32_t)*loop, &lockstep) && (!tail.grows || find_bound(&tail, NULL, &predicate));
		if (found)
			part(&tail);
		aw_vec_finish(&tail.blocks);
	}
	aw_map_finish(&lockstep);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
}

LLVMValueRef aw_simd_part_tails(struct aw_unit *unit, const struct aw_unit_kernel *kernel, LLVMValueRef copy, uint32_t width,
                                const char *passes)
{
	struct aw_gang gang = { width, AW_CPU_GEOMETRY_FULL };
	unsigned threads = aw_simd_row_threads(kernel->max_threads, width);
	if (!aw_simd_has_barrier(unit, copy) || !aw_simd_has_shared_exchange(copy) || aw_simd_asks_for_row(copy))
		return copy;
	unsigned before = 0;
	size_t loop = 0;
	for (unsigned trials = 0; trials < MOST_LOOPS; trials++) {
		LLVMValueRef trial = aw_llvm_copy_function(copy, "");
		size_t next = loop;
		bool good = aw_llvm_run_function_passes(trial, "loop-simplify,lcssa", NULL) && part_next(unit, trial, width, &next) &&
		            aw_llvm_run_function_passes(trial, passes, NULL);
		if (good && !trials)
			before = aw_simd_count_relaxed(unit, copy, gang, threads);
		unsigned count = good ? aw_simd_count_relaxed(unit, trial, gang, threads) : 0;
		bool better = good && count >= before + LEAST_GAIN;
		LLVMDeleteFunction(better ? copy : trial);
		if (!good)
			break;
		if (better) {
			copy = trial;
			before = count;
			aw_llvm_mark(copy, "aw.stages.unrolled");
		} else {
			loop = next;
		}
	}
	return copy;
}
