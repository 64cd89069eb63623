// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop interchange for the order of memory.  In a grid-stride loop
//
//     for (i = my first; i < n; i += threads of the grid)
//
// a gang that runs to its end strides through memory by the whole grid.  Locked, all gangs of the block run one turn
// before any runs the next, so a block walks through memory in one piece at each turn:
//
//     if (any gang of the block enters)            the aw.block.any is a barrier, at which gang_loops cuts
//         do
//             if (this gang is in)
//                 one turn; in = its own condition
//         while (any gang of the block is in)
//
// It is legal without any analysis of dependences: between barriers CUDA orders nothing among threads, so
// every interleaving that keeps each thread's own order is an execution of the program, if no thread waits for another.
// Which loops are locked says lock_choice.c; those that not all gangs come to are given a place in front that all do
// (raise_loop.c).
//
// Turns that all lanes of all gangs are in have a copy without masks (whole_turns.c).
//
// A gang makes some turns at a time, so that what it keeps need not go to memory in each: more where all gangs make the
// same turns and only read, as in a sum of products.
#include "simd.h"

#include <assert.h>

#include "lock_loop.h"
#include "prefetch_turn.h"
#include "raise_loop.h"
#include "short_loops.h"
#include "whole_turns.h"

// Turns that a gang makes at a time of a loop that all gangs leave together, and the most pieces of memory, one for each
// access of each turn, that a gang looks at in a strip of a grid-stride loop: grids mostly stride by powers of two, so
// that all pieces, and those of the next strip, want the same places of the first cache.
enum { STRIP_TOGETHER = 8, MOST_STREAMS = 6 };

static bool in_loop(const struct aw_lock *lock, uint32_t loop, LLVMValueRef value)
{
	return aw_loop_has_value(&lock->loops, &lock->cfg, loop, value);
}


static LLVMValueRef condition_for(struct aw_lock *lock, LLVMValueRef branch, LLVMBasicBlockRef target)
{
	LLVMValueRef condition = LLVMGetCondition(branch);
	assert(LLVMGetSuccessor(branch, 0) == target || LLVMGetSuccessor(branch, 1) == target);
	if (LLVMGetSuccessor(branch, 0) == target)
		return condition;
	aw_llvm_at(lock->unit->builder, branch);
	return LLVMBuildNot(lock->unit->builder, condition, "");
}

// --- the change ---

static LLVMValueRef make_slot(const struct aw_lock *lock, LLVMTypeRef type)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(lock->function)));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	return LLVMBuildAlloca(builder, type, "turn");
}

static void store_at_end(const struct aw_lock *lock, LLVMBasicBlockRef block, LLVMValueRef value, LLVMValueRef slot)
{
	aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(block));
	LLVMBuildStore(lock->unit->builder, value, slot);
}

// What the loop carries goes through slots: the header's phis become loads.
static void carry_by_slots(struct aw_lock *lock, struct aw_turn *turn)
{
	for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(turn->header));) {
		assert(LLVMCountIncoming(phi) == 2 && aw_llvm_incoming(phi, turn->latch) && aw_llvm_incoming(phi, turn->before));
		LLVMValueRef slot = make_slot(lock, LLVMTypeOf(phi));
		aw_need(aw_map_put(&turn->slots, aw_llvm_incoming(phi, turn->latch), slot));
		if (phi == turn->lanes)
			turn->in = slot;
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			store_at_end(lock, LLVMGetIncomingBlock(phi, i), LLVMGetIncomingValue(phi, i), slot);
		aw_llvm_at(lock->unit->builder, aw_llvm_first_after_phis(turn->header));
		LLVMValueRef carried = LLVMBuildLoad2(lock->unit->builder, LLVMTypeOf(phi), slot, "");
		if (phi == turn->again)
			turn->again = carried;
		aw_llvm_replace(phi, carried);
	}
}

static bool is_used_outside(const struct aw_lock *lock, uint32_t loop, LLVMValueRef value)
{
	AW_FOR_USES(use, value)
		if (!in_loop(lock, loop, LLVMGetUser(use)))
			return true;
	return false;
}

// A phi that goes up by a step of the block's is its first value and the sum of the steps so far, which is the
// block's: no gang needs to keep it from strip to strip.  It begins anew in CHOICE, where a gang's strip begins and nothing
// stands yet; the sum goes up in NEXT, where the strips of all gangs end.
static void sum_steps(struct aw_lock *lock, const struct aw_turn *turn, LLVMBasicBlockRef choice, LLVMBasicBlockRef next)
{
	LLVMBuilderRef builder = lock->unit->builder;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header), following; LLVMIsAPHINode(phi); phi = following) {
		following = LLVMGetNextInstruction(phi);
		LLVMTypeRef type = LLVMTypeOf(phi);
		LLVMValueRef becomes, step = aw_lock_step(lock, turn, phi, &becomes);
		if (!step || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || is_used_outside(lock, turn->loop, phi) ||
		    is_used_outside(lock, turn->loop, becomes))
			continue;
		LLVMValueRef sum = make_slot(lock, type), here = make_slot(lock, type);
		store_at_end(lock, turn->before, LLVMConstNull(type), sum);
		LLVMPositionBuilderAtEnd(builder, next);
		LLVMValueRef strip = LLVMBuildMul(builder, step, LLVMConstInt(type, turn->strip, false), "");
		LLVMBuildStore(builder, LLVMBuildAdd(builder, LLVMBuildLoad2(builder, type, sum, ""), strip, ""), sum);
		LLVMPositionBuilderAtEnd(builder, choice);
		LLVMValueRef so_far = LLVMBuildLoad2(builder, type, sum, "");
		LLVMBuildStore(builder, LLVMBuildAdd(builder, aw_llvm_incoming(phi, turn->before), so_far, ""), here);
		store_at_end(lock, turn->latch, becomes, here);
		aw_llvm_at(builder, aw_llvm_first_after_phis(turn->header));
		aw_llvm_replace(phi, LLVMBuildLoad2(builder, type, here, ""));
	}
}

// VALUE, made in the loop, is read behind it from a slot, at the start of block AFTER.
static void leave_by_slot(struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value, LLVMBasicBlockRef after)
{
	LLVMValueRef slot = aw_map_get(&turn->slots, value);
	if (!slot) {
		slot = make_slot(lock, LLVMTypeOf(value));
		aw_llvm_at(lock->unit->builder, LLVMGetNextInstruction(value));
		LLVMBuildStore(lock->unit->builder, value, slot);
	}
	aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(after));
	LLVMValueRef outside = LLVMBuildLoad2(lock->unit->builder, LLVMTypeOf(value), slot, "");
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		if (!in_loop(lock, turn->loop, LLVMGetUser(use)))
			aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t i = 0; i < users.count; i++)
		aw_llvm_replace_operand(users.items[i], value, outside);
	aw_vec_finish(&users);
}

// TARGET is now reached from block AFTER where it was from FROM, and from OTHERWISE when the loop wasn't entered
// (NULL: then not).
static void redirect_phis(struct aw_lock *lock, const struct aw_turn *turn, LLVMBasicBlockRef target, LLVMBasicBlockRef from,
                          LLVMBasicBlockRef otherwise, LLVMBasicBlockRef after)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(target), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMValueRef value = aw_llvm_incoming(phi, from);
		LLVMValueRef without = otherwise ? aw_llvm_incoming(phi, otherwise) : NULL;
		assert(value && "the loop leads here");
		LLVMPositionBuilderBefore(lock->unit->builder, phi);
		LLVMValueRef new = LLVMBuildPhi(lock->unit->builder, LLVMTypeOf(phi), "");
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			LLVMValueRef one = LLVMGetIncomingValue(phi, i);
			LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
			if (block != from && block != otherwise)
				LLVMAddIncoming(new, &one, &block, 1);
		}
		if (without) {
			aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(after));
			value = LLVMBuildSelect(lock->unit->builder, turn->entered, value, without, "");
		}
		LLVMAddIncoming(new, &value, &after, 1);
		aw_llvm_replace(phi, new);
	}
}

static void replace_end(struct aw_lock *lock, LLVMBasicBlockRef block, LLVMBasicBlockRef target)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	assert(LLVMIsABranchInst(end));
	aw_llvm_at(lock->unit->builder, end);
	LLVMBuildBr(lock->unit->builder, target);
	aw_llvm_erase(end);
}

static LLVMBasicBlockRef append(struct aw_lock *lock, const char *name)
{
	return LLVMAppendBasicBlockInContext(lock->unit->context, lock->function, name);
}

static bool is_test_of_zero(LLVMValueRef value, LLVMIntPredicate predicate)
{
	return LLVMIsAICmpInst(value) && LLVMGetICmpPredicate(value) == predicate && LLVMIsNull(LLVMGetOperand(value, 1)) &&
	       LLVMIsABitCastInst(LLVMGetOperand(value, 0));
}

// The vector of bits when CONDITION is that any of them is set; NULL for other conditions.
static LLVMValueRef lanes_of(LLVMValueRef condition)
{
	LLVMValueRef test = NULL;
	if (is_test_of_zero(condition, LLVMIntNE))
		test = condition;
	else if (aw_llvm_is_op(condition, LLVMXor) && is_test_of_zero(LLVMGetOperand(condition, 0), LLVMIntEQ))
		test = LLVMGetOperand(condition, 0); // condition_for
	LLVMValueRef lanes = test ? LLVMGetOperand(LLVMGetOperand(test, 0), 0) : NULL;
	return lanes && LLVMGetTypeKind(LLVMTypeOf(lanes)) == LLVMVectorTypeKind ? lanes : NULL;
}

// The header's phi of lanes that are in, when the gang is in as long as there are any.
static LLVMValueRef find_lanes(const struct aw_turn *turn)
{
	LLVMValueRef again = lanes_of(turn->again), entered = turn->entered ? lanes_of(turn->entered) : NULL;
	if (!again || !entered)
		return NULL;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (aw_llvm_incoming(phi, turn->latch) == again && aw_llvm_incoming(phi, turn->before) == entered)
			return phi;
	return NULL;
}

LLVMValueRef aw_lock_any(const struct aw_lock *lock, LLVMValueRef lanes)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(lanes), number = LLVMInt32TypeInContext(lock->unit->context);
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		LLVMTypeRef bits = LLVMIntTypeInContext(lock->unit->context, LLVMGetVectorSize(type));
		lanes = LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildBitCast(builder, lanes, bits, ""), LLVMConstNull(bits), "");
	}
	return LLVMBuildZExt(builder, lanes, number, "");
}

static LLVMValueRef load_in(struct aw_lock *lock, const struct aw_turn *turn)
{
	return LLVMBuildLoad2(lock->unit->builder, LLVMGetAllocatedType(turn->in), turn->in, "");
}

// What the gang brings to the next turn when its lanes that are in are those of the slot, and WHOLE tells of those to come.
static LLVMValueRef build_bits(struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef whole)
{
	LLVMBuilderRef builder = lock->unit->builder;
	assert(turn->lanes && "the slot has lanes");
	LLVMValueRef lanes = load_in(lock, turn);
	LLVMTypeRef bits = LLVMIntTypeInContext(lock->unit->context, LLVMGetVectorSize(LLVMTypeOf(lanes)));
	LLVMValueRef all = LLVMBuildICmp(builder, LLVMIntEQ, LLVMBuildBitCast(builder, lanes, bits, ""), LLVMConstAllOnes(bits), "");
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context);
	LLVMValueRef ragged = LLVMBuildNot(builder, LLVMBuildAnd(builder, all, whole, ""), "");
	ragged = LLVMBuildSelect(builder, ragged, LLVMConstInt(number, AW_TURN_RAGGED, false), LLVMConstNull(number), "");
	return LLVMBuildOr(builder, aw_lock_any(lock, lanes), ragged, "");
}

// Asks where the builder stands and the gang has MINE whether any gang is in; goes to CHOICE if so, else to AFTER.
static void ask(struct aw_lock *lock, const struct aw_whole_turns *whole, LLVMValueRef mine, LLVMBasicBlockRef choice,
                LLVMBasicBlockRef after)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context), type = LLVMFunctionType(number, &number, 1, false);
	LLVMValueRef function = aw_llvm_declare(lock->unit->module, "aw.block.any", type);
	LLVMValueRef any = LLVMBuildCall2(builder, type, function, &mine, 1, ""), in = LLVMConstInt(number, AW_TURN_IN, false);
	if (whole) {
		LLVMBuildStore(builder, LLVMBuildICmp(builder, LLVMIntEQ, any, in, ""), whole->whole);
		any = LLVMBuildAnd(builder, any, in, "");
	}
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, any, LLVMConstNull(number), ""), choice, after);
}

// A condition of whether the gang is in, where the builder stands.
static LLVMValueRef is_in(struct aw_lock *lock, const struct aw_turn *turn)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(lock->unit->context);
	return LLVMBuildTrunc(lock->unit->builder, aw_lock_any(lock, load_in(lock, turn)), bit, "");
}

// The blocks around a turn.
struct frame {
	LLVMBasicBlockRef head, choice, next, after;
};

// HEAD asks whether any gang enters; in CHOICE each gang takes its turn or not; NEXT asks whether any goes on.  That
// is asked at a turn's end, so that a turn is one region of gang_loops.
static void build_turn(struct aw_lock *lock, const struct aw_turn *turn, const struct frame *frame)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMPositionBuilderAtEnd(builder, frame->head);
	ask(lock, NULL, aw_lock_any(lock, load_in(lock, turn)), frame->choice, frame->after);
	LLVMPositionBuilderAtEnd(builder, frame->next);
	ask(lock, NULL, aw_lock_any(lock, load_in(lock, turn)), frame->choice, frame->after);
	LLVMPositionBuilderAtEnd(builder, frame->choice);
	LLVMBuildCondBr(builder, is_in(lock, turn), turn->header, frame->next);
}

// The same where turns that all gangs are in as a whole have a copy.  Returns where the latch is to lead.
static LLVMBasicBlockRef build_whole_turn(struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole,
                                          const struct frame *frame)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context), bit = LLVMInt1TypeInContext(lock->unit->context);
	LLVMBasicBlockRef maybe = append(lock, "turn.maybe"), end = append(lock, "turn.end");
	whole->brings = make_slot(lock, number);
	whole->whole = make_slot(lock, bit);
	LLVMPositionBuilderAtEnd(builder, frame->head);
	ask(lock, whole, build_bits(lock, turn, LLVMConstInt(bit, turn->strip == 1, false)), frame->choice, frame->after);
	LLVMPositionBuilderAtEnd(builder, frame->next);
	ask(lock, whole, LLVMBuildLoad2(builder, number, whole->brings, ""), frame->choice, frame->after);
	aw_whole_turns_make(lock, turn, whole, frame->choice, maybe, frame->next);
	LLVMPositionBuilderAtEnd(builder, maybe);
	LLVMBuildStore(builder, LLVMConstInt(number, AW_TURN_RAGGED, false), whole->brings);
	LLVMBuildCondBr(builder, is_in(lock, turn), turn->header, frame->next);
	LLVMPositionBuilderAtEnd(builder, end);
	LLVMBuildStore(builder, build_bits(lock, turn, aw_whole_turns_test(lock, whole)), whole->brings);
	LLVMBuildBr(builder, frame->next);
	return end;
}

// The gang goes on by itself for some turns, so that what it keeps needn't go to memory in each.
void aw_lock_end_strip(const struct aw_lock *lock, const struct aw_turn *turn, LLVMBasicBlockRef begin, LLVMBasicBlockRef latch,
                       LLVMBasicBlockRef header, LLVMBasicBlockRef next)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
	assert(turn->strip && turn->again);
	if (turn->strip == 1) {
		aw_llvm_at(builder, end);
		LLVMBuildBr(builder, next);
	} else {
		LLVMValueRef left = make_slot(lock, number);
		store_at_end(lock, begin, LLVMConstInt(number, turn->strip, false), left);
		aw_llvm_at(builder, end);
		LLVMValueRef rest = LLVMBuildSub(builder, LLVMBuildLoad2(builder, number, left, ""), LLVMConstInt(number, 1, false), "");
		LLVMBuildStore(builder, rest, left);
		LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntNE, rest, LLVMConstNull(number), "");
		if (latch == turn->latch)
			more = LLVMBuildSelect(builder, turn->again, more, LLVMConstNull(LLVMTypeOf(more)), "");
		LLVMBuildCondBr(builder, more, header, next);
	}
	aw_llvm_erase(end);
}

static unsigned strip_of(const struct aw_turn *turn)
{
	unsigned strip = 1;
	if (turn->together)
		return turn->writes ? 1 : STRIP_TOGETHER;
	while (2 * strip * turn->vectors <= MOST_STREAMS && strip < MOST_STREAMS)
		strip *= 2;
	return strip;
}

static void lock_loop(struct aw_lock *lock, struct aw_turn *turn)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMValueRef bit = LLVMConstInt(LLVMInt1TypeInContext(lock->unit->context), 1, false);
	LLVMValueRef start = LLVMGetBasicBlockTerminator(turn->before), back = LLVMGetBasicBlockTerminator(turn->latch);
	turn->entered = turn->other ? condition_for(lock, start, turn->header) : NULL;
	turn->again = condition_for(lock, back, turn->header);
	turn->lanes = find_lanes(turn);
	if (!turn->lanes)
		turn->in = make_slot(lock, LLVMTypeOf(bit));
	struct aw_whole_turns whole;
	bool has_whole = aw_whole_turns_find(lock, turn, &whole);
	struct frame frame = { append(lock, "turns"), append(lock, "turn"), append(lock, "turn.next"), append(lock, "turns.done") };
	LLVMBasicBlockRef after = frame.after, end = frame.next;
	LLVMSetCurrentDebugLocation2(builder, NULL);
	turn->strip = strip_of(turn);
	if (has_whole)
		aw_whole_turns_begin(lock, turn, &whole);
	if (!turn->together || turn->writes)
		aw_prefetch_turn(lock, turn);
	sum_steps(lock, turn, frame.choice, frame.next);
	carry_by_slots(lock, turn);
	if (!turn->lanes) {
		store_at_end(lock, turn->before, turn->entered ? turn->entered : bit, turn->in);
		store_at_end(lock, turn->latch, turn->again, turn->in);
	}
	LLVMPositionBuilderAtEnd(builder, after);
	bool two_ways = turn->other && turn->other != turn->exit;
	if (two_ways)
		LLVMBuildCondBr(builder, turn->entered, turn->exit, turn->other);
	else
		LLVMBuildBr(builder, turn->exit);
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, lock->cfg.blocks[lock->loops.order[i]])
			if (is_used_outside(lock, turn->loop, instruction))
				leave_by_slot(lock, turn, instruction, after);
	redirect_phis(lock, turn, turn->exit, turn->latch, two_ways ? NULL : turn->other ? turn->before : NULL, after);
	if (two_ways)
		redirect_phis(lock, turn, turn->other, turn->before, NULL, after);
	if (has_whole)
		end = build_whole_turn(lock, turn, &whole, &frame);
	else
		build_turn(lock, turn, &frame);
	replace_end(lock, turn->before, frame.head);
	aw_lock_end_strip(lock, turn, frame.choice, turn->latch, turn->header, end);
	aw_map_finish(&turn->slots);
}
// --- the pass ---

static void begin(struct aw_lock *lock)
{
	aw_cfg_init(&lock->cfg, lock->function);
	aw_dominators_init(&lock->dominators, &lock->cfg.graph, 0);
	aw_post_dominators_init(&lock->post, &lock->cfg);
	aw_loops_init(&lock->loops, &lock->cfg);
	aw_control_dependence_init(&lock->dependence, &lock->cfg, &lock->post);
	aw_block_uniformity_init(&lock->uniformity, lock->function);
}

static void end(struct aw_lock *lock)
{
	aw_block_uniformity_finish(&lock->uniformity);
	aw_control_dependence_finish(&lock->dependence);
	aw_loops_finish(&lock->loops);
	aw_dominators_finish(&lock->dominators);
	aw_dominators_finish(&lock->post);
	aw_cfg_finish(&lock->cfg);
}

// Gives the loop a copy for short launches, once; *KEPT has the headers of both.
static bool shorten(struct aw_lock *lock, const struct aw_turn *turn, struct aw_map *kept)
{
	if (turn->together || aw_map_get(kept, turn->header))
		return false;
	LLVMBasicBlockRef copy = aw_short_loop_make(lock, turn);
	aw_need(aw_map_put(kept, turn->header, turn->header));
	if (copy)
		aw_need(aw_map_put(kept, copy, lock->function));
	return copy;
}

// Gives a loop that only some gangs come to a place in front that all do; then it is found again.
static bool raise(struct aw_lock *lock, const struct aw_turn *turn)
{
	uint32_t above = turn->number;
	while (above != AW_NONE && !aw_lock_reached_by_all(lock, above))
		above = lock->dominators.parent[above];
	assert(above != AW_NONE && "all gangs begin");
	return aw_raise_loop(lock->unit, &lock->cfg, &lock->loops, turn->loop, turn->number, above);
}

// Locks the first loop that can be, raises it, or gives it a copy; the flow is another then.  KEPT: header -> itself, where a loop
// has been asked for a copy, or the function, where it is one.
static bool lock_one(struct aw_unit *unit, const struct aw_unit_form *form, struct aw_map *kept)
{
	struct aw_lock lock = { .unit = unit, .function = form->function, .width = form->width };
	bool found = false;
	begin(&lock);
	for (uint32_t loop = 0; loop < lock.loops.loops.count && !found; loop++) {
		struct aw_turn turn = { .loop = loop };
		if (!aw_lock_chooses(&lock, &turn) || aw_map_get(kept, turn.header) == lock.function)
			continue;
		found = turn.reached || raise(&lock, &turn);
		if (turn.reached && !shorten(&lock, &turn, kept))
			lock_loop(&lock, &turn);
	}
	end(&lock);
	return found;
}

// Lets phis of LOOP that go down by a step made before it go up by its negative, as aw_lock_step looks for; LLVM makes it the other way.
static void turn_steps(struct aw_lock *lock, uint32_t loop)
{
	LLVMBuilderRef builder = lock->unit->builder;
	uint32_t before = aw_loop_way_in(&lock->loops, &lock->cfg, loop);
	LLVMBasicBlockRef header = lock->cfg.blocks[lock->loops.loops.items[loop].header];
	if (before == AW_NONE)
		return;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			LLVMValueRef next = LLVMGetIncomingValue(phi, i);
			if (!LLVMIsAInstruction(next) || !aw_llvm_is_op(next, LLVMSub) || LLVMGetOperand(next, 0) != phi ||
			    in_loop(lock, loop, LLVMGetOperand(next, 1)))
				continue;
			aw_llvm_at(builder, LLVMGetBasicBlockTerminator(lock->cfg.blocks[before]));
			LLVMValueRef step = LLVMBuildNeg(builder, LLVMGetOperand(next, 1), "");
			aw_llvm_at(builder, next);
			aw_llvm_replace(next, LLVMBuildAdd(builder, phi, step, ""));
		}
}

static void turn_all_steps(struct aw_unit *unit, const struct aw_unit_form *form)
{
	struct aw_lock lock = { .unit = unit, .function = form->function }; // with its loops only
	aw_cfg_init(&lock.cfg, lock.function);
	aw_loops_init(&lock.loops, &lock.cfg);
	for (uint32_t loop = 0; loop < lock.loops.loops.count; loop++)
		turn_steps(&lock, loop);
	aw_loops_finish(&lock.loops);
	aw_cfg_finish(&lock.cfg);
}

static void ask_ahead(struct aw_unit *unit, const struct aw_unit_form *form)
{
	struct aw_lock lock = { .unit = unit, .function = form->function, .width = form->width };
	begin(&lock);
	aw_prefetch_barrier_turns(&lock);
	end(&lock);
}

bool aw_pass_lock_loops(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		for (size_t i = 0; i < unit->kernels.items[k].forms.count; i++) {
			const struct aw_unit_form *form = &unit->kernels.items[k].forms.items[i];
			if (form->dealt)
				continue;
			struct aw_map kept = { 0 };
			bool locked = false;
			aw_lift_ways_in(unit, form->function);
			turn_all_steps(unit, form);
			ask_ahead(unit, form);
			while (lock_one(unit, form, &kept)) // a locked loop's end is the block's: it isn't found again
				locked = true;
			aw_map_finish(&kept);
			if (locked && !aw_llvm_run_function_passes(form->function, "mem2reg,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
				aw_unit_error(unit, form->function, "internal error: the passes behind lock_loops failed");
			changed |= locked;
		}
	}
	return changed;
}
