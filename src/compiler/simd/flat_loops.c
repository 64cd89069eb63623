// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops by which the threads of a block go along a row together, in kernels with barriers:
//
//     for (i = threadIdx.x; i < n; i += blockDim.x)
//
// Each gang would ask for itself whether it has lanes that are in and whether all are, in each of its few turns, which walk through the
// row with the block's stride.  Where a turn knows of its thread by nothing but i, it doesn't matter which gang makes it: one makes those
// of all, and walks along the row from its start to its end,
//
//     a barrier
//     if (this is the first gang of its row of threads)     gang_loops lets no other come by (gang_reach.c)
//         for (j = 0; j + width <= n; j += width)
//             the turn for j + lane, without masks
//         if (j < n)
//             the turn for j + lane, where that is below n
//     a barrier
//
// Between barriers CUDA orders nothing among threads, and i goes up for each
// thread as before: lanes that go side by side are different threads, for a gang is no wider than its block.  The barriers leave what
// stands before and behind the loop before and behind all of it.  Where i might wrap, or goes up by another number, as a variable or a
// constant may be, the loop is done as it was.  Which thread makes a turn shows when it faults.
//
// Short loops up to a constant that are made once, as those that clear a histogram, take little time and stay what they are: the barriers
// would part what a gang keeps.
#include <assert.h>
#include <string.h>

#include "flat_carry.h"
#include "gang_block.h"
#include "lock_loop.h"
#include "loop_copy.h"
#include "own_loop.h"
#include "raise_loop.h"
#include "simd_whole.h"

enum { MOST_LOOPS = 8, FEW_INSTRUCTIONS = 16 };
// More than a block's threads, and than what is added to i in comparisons.
enum { ROOM = 4096, MOST_AHEAD = 1024, DEEP = 8 };

struct flat {
	struct aw_lock lock;
	struct aw_own_loop loop;
	uint32_t number;
	LLVMValueRef counter, next, step;
	LLVMValueRef guard;   // the branch that leads around the loop
	LLVMValueRef numbers; // what is added to the counter before it is compared, lane by lane; NULL: all lanes are in or none
	uint64_t ahead;       // the first of them, or 0
	LLVMValueRef end;     // the scalar that the sums are PREDICATE to
	LLVMIntPredicate predicate;
	bool is_signed;
	bool overlaps; // rows of a turn overlap those of the next one (flat_carry.c)
};

static bool is_in_loop(const struct flat *flat, LLVMValueRef value)
{
	return aw_loop_has_value(&flat->lock.loops, &flat->lock.cfg, flat->number, value);
}

// Whether VALUE is the same for all turns and all gangs of a row of threads.
static bool is_shared(const struct flat *flat, LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return true;
	if (is_in_loop(flat, value))
		return false;
	const char *name = aw_llvm_callee_name(value);
	if (aw_block_uniform(&flat->lock.uniformity, value) || !strcmp(name, "aw.gang.y") || !strcmp(name, "aw.gang.z"))
		return true;
	if (depth == DEEP || LLVMIsAPHINode(value) || LLVMIsACallInst(value) || LLVMIsAAllocaInst(value) || aw_llvm_may_read(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_shared(flat, LLVMGetOperand(value, i), depth + 1))
			return false;
	return true;
}

// Whether VALUE is the same for all turns and all gangs of the block.
static bool is_blocks(const struct flat *flat, LLVMValueRef value)
{
	return !is_in_loop(flat, value) && aw_block_uniform(&flat->lock.uniformity, value);
}

// --- the loop ---

// A comparison of a gang's numbers, FIRST and what is added to it lane by lane, with an end.
struct comparison {
	LLVMIntPredicate predicate; // of the sums to the end
	LLVMValueRef first, end, numbers; // NUMBERS: NULL: the gang is in with all its lanes or none
	int64_t ahead; // the first of the numbers
};

// Whether NUMBERS go up by one from a small one, *FIRST.
static bool are_consecutive(LLVMValueRef numbers, uint32_t width, int64_t *first)
{
	int64_t number;
	if (!LLVMIsAConstant(numbers) || LLVMGetVectorSize(LLVMTypeOf(numbers)) != width ||
	    !aw_llvm_constant(LLVMGetAggregateElement(numbers, 0), first) || *first < 0 || *first > MOST_AHEAD)
		return false;
	for (unsigned i = 1; i < width; i++)
		if (!aw_llvm_constant(LLVMGetAggregateElement(numbers, i), &number) || number != *first + i)
			return false;
	return true;
}

// Reads VALUE, a comparison of rows.
static bool read_rows(const struct flat *flat, LLVMValueRef value, struct comparison *comparison)
{
	if (!LLVMIsAICmpInst(value) || !aw_llvm_is_vector(value))
		return false;
	bool turned = aw_llvm_same_scalar(LLVMGetOperand(value, 0)) != NULL;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
	LLVMValueRef row = LLVMGetOperand(value, turned);
	if (!aw_llvm_is_op(row, LLVMAdd) && (!aw_llvm_is_op(row, LLVMOr) || !LLVMGetIsDisjoint(row)))
		return false;
	comparison->predicate = turned ? aw_llvm_turned(predicate) : predicate;
	comparison->first = aw_llvm_splat_scalar(LLVMGetOperand(row, 0));
	comparison->numbers = LLVMGetOperand(row, 1);
	comparison->end = aw_llvm_same_scalar(LLVMGetOperand(value, !turned));
	return comparison->first && comparison->end && are_consecutive(comparison->numbers, flat->lock.width, &comparison->ahead);
}

// Reads the condition of BRANCH, a comparison of scalars, for the way to THEN.  FIRST: what of it is the gang's.
static bool read_scalars(LLVMValueRef branch, LLVMBasicBlockRef then, LLVMValueRef first, struct comparison *comparison)
{
	LLVMValueRef condition = LLVMGetCondition(branch);
	if (!LLVMIsAICmpInst(condition))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
	bool turned = aw_llvm_without_extension(LLVMGetOperand(condition, 0)) != aw_llvm_without_extension(first);
	if (LLVMGetSuccessor(branch, 0) != then)
		predicate = aw_llvm_opposite(predicate);
	*comparison = (struct comparison){
		.predicate = turned ? aw_llvm_turned(predicate) : predicate,
		.first = LLVMGetOperand(condition, turned),
		.end = LLVMGetOperand(condition, !turned),
	};
	return LLVMGetTypeKind(LLVMTypeOf(comparison->end)) == LLVMIntegerTypeKind;
}

// Whether VALUE is the x of a gang's first thread.
static bool is_x(const struct flat *flat, LLVMValueRef value)
{
	int64_t bits;
	value = aw_llvm_without_extension(value);
	if (aw_llvm_is_op(value, LLVMAnd) && aw_llvm_constant(LLVMGetOperand(value, 1), &bits) && bits == -(int64_t)flat->lock.width)
		value = LLVMGetOperand(value, 0);
	if (aw_llvm_is_op(value, LLVMFreeze))
		value = LLVMGetOperand(value, 0);
	return !strcmp(aw_llvm_callee_name(value), "aw.gang.x");
}

// Finds the phi beside that of lanes, a number that goes up from the thread's x.
static bool find_counter(struct flat *flat)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(flat->loop.header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		if (phi == flat->loop.lanes)
			continue;
		if (flat->counter)
			return false;
		flat->counter = phi;
	}
	flat->next = flat->counter ? aw_llvm_incoming(flat->counter, flat->loop.latch) : NULL;
	if (!flat->next || !is_x(flat, aw_llvm_incoming(flat->counter, flat->loop.before)) || !aw_llvm_is_op(flat->next, LLVMAdd))
		return false;
	LLVMValueRef a = LLVMGetOperand(flat->next, 0), b = LLVMGetOperand(flat->next, 1);
	flat->step = a == flat->counter ? b : a;
	return (a == flat->counter || b == flat->counter) && is_blocks(flat, flat->step);
}

// The comparison of which AGAIN, the lanes that go on, are those of LANES that pass it.
static LLVMValueRef passed(LLVMValueRef again, LLVMValueRef lanes)
{
	bool both = aw_llvm_is_op(again, LLVMAnd) || (LLVMIsASelectInst(again) && LLVMIsNull(LLVMGetOperand(again, 2)));
	if (!both)
		return again;
	LLVMValueRef a = LLVMGetOperand(again, 0), b = LLVMGetOperand(again, 1);
	return a == lanes ? b : b == lanes ? a : NULL;
}

// What decides on the first turn, and on those that follow.
static bool read_comparisons(const struct flat *flat, struct comparison *first, struct comparison *later)
{
	const struct aw_own_loop *loop = &flat->loop;
	LLVMValueRef start = aw_llvm_incoming(flat->counter, loop->before);
	LLVMBasicBlockRef then;
	if (!loop->lanes)
		return read_scalars(flat->guard, loop->header, start, first) &&
		       read_scalars(LLVMGetBasicBlockTerminator(loop->latch), loop->header, flat->next, later);
	LLVMValueRef enter = aw_llvm_incoming(loop->lanes, loop->before), again = passed(loop->again, loop->lanes);
	return again && aw_whole_asked(flat->guard, &then) == enter && then == loop->header && read_rows(flat, enter, first) &&
	       read_rows(flat, again, later);
}

// Whether A, perhaps of fewer bits, is the same end as B.
static bool are_same(LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
	int64_t number, other;
	if (a == b)
		return true;
	if (aw_llvm_constant(a, &number) && aw_llvm_constant(b, &other))
		return number == other && number >= 0;
	return aw_llvm_is_op(b, is_signed ? LLVMSExt : LLVMZExt) && LLVMGetOperand(b, 0) == a;
}

// Whether the gangs, or lanes, that make the first turn, and those that follow, are those whose number is below one end.
static bool find_end(struct flat *flat)
{
	struct comparison first, later;
	if (!read_comparisons(flat, &first, &later) || later.first != flat->next || !is_x(flat, first.first))
		return false;
	LLVMIntPredicate predicate = later.predicate;
	bool below = predicate == LLVMIntSLT || predicate == LLVMIntULT || predicate == LLVMIntSLE || predicate == LLVMIntULE;
	flat->is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE;
	flat->predicate = predicate;
	flat->ahead = (uint64_t)later.ahead;
	flat->numbers = later.numbers;
	flat->end = later.end;
	return below && first.predicate == predicate && later.ahead == first.ahead && are_same(first.end, later.end, flat->is_signed) &&
	       is_blocks(flat, later.end);
}

// Whether one branch leads around the loop, and all gangs come to it.
static bool find_guard(struct flat *flat)
{
	LLVMBasicBlockRef exit = flat->loop.exit, header = flat->loop.header;
	flat->guard = LLVMGetBasicBlockTerminator(flat->loop.before);
	if (!LLVMIsABranchInst(flat->guard) || !LLVMIsConditional(flat->guard) || LLVMIsAPHINode(LLVMGetFirstInstruction(exit)))
		return false;
	return LLVMGetSuccessor(flat->guard, LLVMGetSuccessor(flat->guard, 0) == header) == exit &&
	       aw_lock_reached_by_all(&flat->lock, aw_cfg_number(&flat->lock.cfg, flat->loop.before));
}

// Whether a turn is the same whichever gang makes it.
static bool is_anyones(const struct flat *flat)
{
	const aw_block_vec *blocks = &flat->loop.blocks;
	for (size_t i = 0; i < blocks->count; i++)
		AW_FOR_INSTRUCTIONS(instruction, blocks->items[i]) {
			if (!aw_lock_may_hold(instruction) || aw_gang_is_place(instruction) ||
			    aw_llvm_is_used_beyond(instruction, blocks->items, blocks->count))
				return false;
			bool carried = instruction == flat->counter || instruction == flat->loop.lanes;
			for (unsigned k = 0; !carried && k < (unsigned)LLVMGetNumOperands(instruction); k++)
				if (!is_in_loop(flat, LLVMGetOperand(instruction, k)) && !is_shared(flat, LLVMGetOperand(instruction, k), 0))
					return false;
		}
	return true;
}

// Whether it isn't worth while to part what stands before and behind the loop.
static bool takes_little_time(const struct flat *flat)
{
	size_t size = 0;
	for (size_t i = 0; i < flat->loop.blocks.count; i++)
		AW_FOR_INSTRUCTIONS(instruction, flat->loop.blocks.items[i])
			size++;
	bool once = flat->lock.loops.loops.items[flat->number].parent == AW_NONE;
	return once && LLVMIsAConstant(flat->end) && size <= FEW_INSTRUCTIONS;
}

static struct aw_flat_turn turn_of(const struct flat *flat, LLVMBasicBlockRef block, LLVMValueRef counter, LLVMValueRef mask)
{
	return (struct aw_flat_turn){ flat->lock.unit, block, NULL, counter, mask, flat->lock.width };
}

static bool find(struct flat *flat, uint32_t number)
{
	flat->number = number;
	if (!aw_own_loop_read(&flat->lock.loops, &flat->lock.cfg, number, &flat->loop) || !find_counter(flat) || !find_guard(flat) ||
	    !find_end(flat) || !is_anyones(flat))
		return false;
	if (takes_little_time(flat))
		return false;
	struct aw_flat_turn turn = turn_of(flat, flat->loop.header, flat->counter, flat->loop.lanes);
	flat->overlaps = flat->loop.header == flat->loop.latch && aw_flat_overlaps(&turn);
	return true;
}

// --- the change ---

// Whether the numbers don't wrap, and go up by the block's threads, which are more than one gang's where rows overlap, where the builder
// stands.
static LLVMValueRef build_test(const struct flat *flat)
{
	LLVMBuilderRef builder = flat->lock.unit->builder;
	LLVMTypeRef type = LLVMTypeOf(flat->end), number = LLVMInt32TypeInContext(flat->lock.unit->context);
	uint64_t most = (UINT64_MAX >> (64 - LLVMGetIntTypeWidth(type))) >> flat->is_signed;
	LLVMValueRef limit = LLVMConstInt(type, most - ROOM, false);
	LLVMValueRef test = LLVMBuildICmp(builder, flat->is_signed ? LLVMIntSLE : LLVMIntULE, flat->end, limit, "");
	bool steps = !strcmp(aw_llvm_callee_name(aw_llvm_without_extension(flat->step)), "llvm.nvvm.read.ptx.sreg.ntid.x");
	if (steps && !flat->overlaps)
		return test;
	LLVMValueRef threads = aw_llvm_ask_number(builder, flat->lock.unit->module, "llvm.nvvm.read.ptx.sreg.ntid.x");
	if (flat->overlaps) {
		LLVMValueRef two = LLVMBuildICmp(builder, LLVMIntUGE, threads, LLVMConstInt(number, 2 * flat->lock.width, false), "");
		test = LLVMBuildAnd(builder, test, two, "");
	}
	threads = LLVMBuildZExt(builder, threads, type, "");
	return steps ? test : LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, LLVMIntEQ, flat->step, threads, ""), "");
}

static void build_barrier(const struct flat *flat)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(flat->lock.unit->context), NULL, 0, false);
	LLVMValueRef barrier = aw_llvm_declare(flat->lock.unit->module, "llvm.nvvm.barrier0", type);
	LLVMBuildCall2(flat->lock.unit->builder, type, barrier, NULL, 0, "");
}

// What a copy of the loop has of the loop's.
struct part {
	LLVMBasicBlockRef header, latch;
	LLVMValueRef counter, lanes, next;
};

static struct part copy_loop(const struct flat *flat)
{
	struct aw_loop_copy copy;
	aw_loop_copy_make(&flat->lock.loops, &flat->lock.cfg, flat->number, NULL, &copy);
	struct part part = {
		.header = aw_loop_copy_block(&copy, flat->loop.header),
		.latch = aw_loop_copy_block(&copy, flat->loop.latch),
		.counter = aw_loop_copy_value(&copy, flat->counter),
		.lanes = flat->loop.lanes ? aw_loop_copy_value(&copy, flat->loop.lanes) : NULL,
		.next = aw_loop_copy_value(&copy, flat->next),
	};
	aw_loop_copy_finish(&copy);
	return part;
}

// Whether the lane that is AHEAD of NUMBER is in, where the builder stands.
static LLVMValueRef is_in_range(const struct flat *flat, LLVMValueRef number, uint64_t ahead)
{
	LLVMBuilderRef builder = flat->lock.unit->builder;
	LLVMValueRef lane = LLVMBuildNUWAdd(builder, number, LLVMConstInt(LLVMTypeOf(number), ahead, false), "");
	if (LLVMIsAInstruction(lane) && lane != number)
		LLVMSetNSW(lane, flat->is_signed);
	return LLVMBuildICmp(builder, flat->predicate, lane, flat->end, "");
}

// Turns that all lanes make, from block FROM, where the builder stands; then comes REST.  Returns the number that that begins with.
static LLVMValueRef build_whole(const struct flat *flat, LLVMBasicBlockRef from, LLVMBasicBlockRef rest)
{
	LLVMBuilderRef builder = flat->lock.unit->builder;
	LLVMTypeRef type = LLVMTypeOf(flat->counter);
	LLVMValueRef zero = LLVMConstNull(type);
	struct part part = copy_loop(flat);
	uint64_t last = flat->numbers ? flat->ahead + flat->lock.width - 1 : 0;
	LLVMBuildCondBr(builder, is_in_range(flat, zero, last), part.header, rest);
	aw_llvm_at(builder, LLVMGetFirstInstruction(part.header));
	LLVMValueRef walked = LLVMBuildPhi(builder, type, "");
	aw_llvm_replace(part.counter, walked);
	if (part.lanes)
		aw_llvm_replace(part.lanes, LLVMConstAllOnes(LLVMTypeOf(part.lanes)));
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(part.latch));
	LLVMValueRef next = LLVMBuildNUWAdd(builder, walked, LLVMConstInt(type, flat->lock.width, false), "");
	LLVMSetNSW(next, flat->is_signed);
	aw_llvm_replace(part.next, next);
	aw_llvm_end_anew(builder, part.latch, is_in_range(flat, next, last), part.header, rest);
	LLVMAddIncoming(walked, (LLVMValueRef[]){ zero, next }, (LLVMBasicBlockRef[]){ from, part.latch }, 2);
	LLVMPositionBuilderAtEnd(builder, rest);
	LLVMValueRef left = LLVMBuildPhi(builder, type, "");
	LLVMAddIncoming(left, (LLVMValueRef[]){ zero, next }, (LLVMBasicBlockRef[]){ from, part.latch }, 2);
	if (flat->overlaps) {
		struct aw_flat_turn turn = turn_of(flat, part.header, walked, NULL);
		turn.before = aw_llvm_split_edges(from, part.header);
		aw_flat_carry(&turn);
		LLVMPositionBuilderAtEnd(builder, rest);
	}
	return left;
}

// One turn from NUMBER on, in which some lanes may be in, where the builder stands; then comes AFTER.
static void build_rest(const struct flat *flat, LLVMValueRef number, LLVMBasicBlockRef after)
{
	LLVMBuilderRef builder = flat->lock.unit->builder;
	LLVMTypeRef type = LLVMTypeOf(flat->numbers);
	struct part part = copy_loop(flat);
	LLVMBuildCondBr(builder, is_in_range(flat, number, flat->ahead), part.header, after);
	aw_llvm_at(builder, aw_llvm_first_after_phis(part.header));
	LLVMValueRef row = LLVMBuildAdd(builder, aw_llvm_build_splat(builder, type, number), flat->numbers, "");
	LLVMValueRef lanes = LLVMBuildICmp(builder, flat->predicate, row, aw_llvm_build_splat(builder, type, flat->end), "");
	aw_llvm_replace(part.counter, number);
	aw_llvm_replace(part.lanes, lanes);
	aw_llvm_end_anew(builder, part.latch, NULL, after, NULL);
}

static void flatten(const struct flat *flat)
{
	LLVMContextRef context = flat->lock.unit->context;
	LLVMBuilderRef builder = flat->lock.unit->builder;
	LLVMBasicBlockRef before = flat->loop.before, plain = aw_llvm_split_before(flat->guard);
	LLVMBasicBlockRef walk = LLVMAppendBasicBlockInContext(context, flat->lock.function, "walk");
	LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(context, flat->lock.function, "walk.first");
	LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(context, flat->lock.function, "walk.rest");
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(context, flat->lock.function, "walked");
	LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
	aw_llvm_at(builder, end);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMBuildCondBr(builder, build_test(flat), walk, plain);
	aw_llvm_erase(end);
	LLVMPositionBuilderAtEnd(builder, walk);
	build_barrier(flat);
	LLVMValueRef x = aw_llvm_ask_number(builder, flat->lock.unit->module, "aw.gang.x");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, x, LLVMConstNull(LLVMTypeOf(x)), ""), first, after);
	LLVMPositionBuilderAtEnd(builder, after);
	build_barrier(flat);
	LLVMBuildBr(builder, flat->loop.exit);
	LLVMPositionBuilderAtEnd(builder, first);
	LLVMValueRef left = build_whole(flat, first, rest);
	if (flat->numbers)
		build_rest(flat, left, after);
	else
		LLVMBuildBr(builder, after);
}

// --- the pass ---

static void begin(struct flat *flat)
{
	struct aw_lock *lock = &flat->lock;
	aw_cfg_init(&lock->cfg, lock->function);
	aw_post_dominators_init(&lock->post, &lock->cfg);
	aw_loops_init(&lock->loops, &lock->cfg);
	aw_control_dependence_init(&lock->dependence, &lock->cfg, &lock->post);
	aw_block_uniformity_init(&lock->uniformity, lock->function);
}

static void end(struct flat *flat)
{
	aw_block_uniformity_finish(&flat->lock.uniformity);
	aw_control_dependence_finish(&flat->lock.dependence);
	aw_loops_finish(&flat->lock.loops);
	aw_dominators_finish(&flat->lock.post);
	aw_cfg_finish(&flat->lock.cfg);
}

// Flattens the first loop that can be and isn't one of DONE; the flow is another then.
static bool flatten_one(struct aw_unit *unit, const struct aw_unit_form *form, struct aw_map *done)
{
	struct aw_lock lock = { .unit = unit, .function = form->function, .width = form->width };
	struct flat flat = { .lock = lock };
	bool found = false;
	begin(&flat);
	for (uint32_t i = 0; i < flat.lock.loops.loops.count && !found; i++) {
		LLVMBasicBlockRef header = flat.lock.cfg.blocks[flat.lock.loops.loops.items[i].header];
		bool other = !aw_map_get(done, header);
		aw_need(aw_map_put(done, header, header));
		flat.loop = (struct aw_own_loop){ 0 };
		flat.counter = NULL;
		found = other && find(&flat, i);
		if (found)
			flatten(&flat);
		aw_own_loop_finish(&flat.loop);
	}
	end(&flat);
	return found;
}

// Whether FORM has barriers and is of whole gangs; all gangs come to the blocks before its loops then.
static bool begin_form(struct aw_unit *unit, const struct aw_unit_form *form)
{
	if (form->geometry != AW_CPU_GEOMETRY_FULL || form->across || form->dealt ||
	    !aw_llvm_find_instruction(form->function, aw_block_is_plain_barrier))
		return false;
	aw_lift_ways_in(unit, form->function);
	return true;
}

bool aw_pass_flat_loops(struct aw_unit *unit)
{
	static const struct aw_own_loop_pass pass = { "flat_loops", MOST_LOOPS, begin_form, flatten_one };
	return aw_own_loops_change(unit, &pass);
}
