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
// every interleaving that keeps each thread's own order is an execution of the program.  What it must not do is
// wait for others: loops in which a thread looks at what an atomic found, or makes volatile accesses, fences or calls, are
// left alone, and so are those that not all gangs of the block come to.  Atomics whose results nobody sees may stand in
// it, and loops of the gang's own within the turn.
//
// It costs that a gang's state goes to memory at each turn (gang_state.c), so only loops are locked whose end differs
// among gangs, as that of a grid-stride loop does, that access memory in whole vectors, and whose step isn't small.
#include "simd.h"

#include <assert.h>

#include "../analysis/block_uniformity.h"
#include "prefetch_turn.h"

enum { MOST_STATE = 512 }; // bytes a gang

struct lock {
	struct aw_unit *unit;
	LLVMValueRef function;
	uint32_t width;
	struct aw_cfg cfg;
	struct aw_dominators post;
	struct aw_loops loops;
	struct aw_control_dependence dependence;
	struct aw_block_uniformity uniformity;
};

struct turn {
	LLVMBasicBlockRef header, latch, before, exit, other; // OTHER: where BEFORE goes without entering; may be EXIT or NULL
	uint32_t loop;
	LLVMValueRef again;   // the latch's condition for another turn
	LLVMValueRef entered; // BEFORE's condition for the first; NULL: always
	LLVMValueRef lanes;   // the header's phi of lanes that are in, when both conditions are that there are any
	LLVMValueRef in;      // a slot: whether the gang is in, or LANES
	struct aw_map slots;  // what the latch brings to a phi of the header -> its slot
};

// --- which loops ---

static bool in_loop(const struct lock *lock, uint32_t loop, LLVMValueRef value)
{
	return aw_loop_has_value(&lock->loops, &lock->cfg, loop, value);
}

static bool is_masked_access(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	return aw_starts_with(name, "llvm.masked.load.") || aw_starts_with(name, "llvm.masked.store.");
}

static bool is_harmless_call(LLVMValueRef call)
{
	const char *name = aw_llvm_callee_name(call);
	if (aw_starts_with(name, "llvm.masked."))
		return true;
	return aw_block_call_is_pure(call) && !aw_starts_with(name, "aw.block.");
}

static LLVMValueRef only_user(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

// Whether LOAD begins an atomic operation on shared memory that was made plain (simd_atomic.c) and whose result nobody
// sees: a thread can't wait for what it doesn't look at.
static bool begins_update(LLVMValueRef load)
{
	LLVMValueRef value = only_user(load), store = value ? only_user(value) : NULL;
	return LLVMGetOrdering(load) == LLVMAtomicOrderingUnordered && store && LLVMIsAStoreInst(store) &&
	       LLVMGetOperand(store, 0) == value && LLVMGetOperand(store, 1) == LLVMGetOperand(load, 0);
}

// Whether INSTRUCTION may stand in a locked loop; *VECTORS counts accesses of whole vectors.
static bool may_lock(LLVMValueRef instruction, unsigned *vectors)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAtomicCmpXchg: case LLVMFence: case LLVMAlloca:
		return false;
	case LLVMAtomicRMW:
		return !LLVMGetFirstUse(instruction) && !LLVMGetVolatile(instruction);
	case LLVMLoad:
		*vectors += LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind;
		return !LLVMGetVolatile(instruction) &&
		       (LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic || begins_update(instruction));
	case LLVMStore:
		*vectors += LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(instruction, 0))) == LLVMVectorTypeKind;
		return !LLVMGetVolatile(instruction) && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
	case LLVMCall:
		*vectors += is_masked_access(instruction);
		return is_harmless_call(instruction);
	default:
		return true;
	}
}

// What PHI goes up by each turn, when that is the same for the block and all turns; *BECOMES is the sum.
static LLVMValueRef step_of(const struct lock *lock, const struct turn *turn, LLVMValueRef phi, LLVMValueRef *becomes)
{
	LLVMValueRef next = aw_llvm_incoming(phi, turn->latch);
	if (!next || !LLVMIsAInstruction(next))
		return NULL;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	if ((opcode != LLVMAdd && opcode != LLVMGetElementPtr) || LLVMGetNumOperands(next) != 2)
		return NULL;
	unsigned other = LLVMGetOperand(next, 0) == phi ? 1 : 0;
	LLVMValueRef step = LLVMGetOperand(next, other);
	if (LLVMGetOperand(next, 1 - other) != phi || in_loop(lock, turn->loop, step) ||
	    !aw_block_uniform(&lock->uniformity, step))
		return NULL;
	*becomes = next;
	return step;
}

// Whether PHI goes up by more than a gang's width.
static bool strides(const struct lock *lock, const struct turn *turn, LLVMValueRef phi)
{
	LLVMValueRef next, step = step_of(lock, turn, phi, &next);
	int64_t number;
	return step && (!aw_llvm_constant(step, &number) || number > (int64_t)lock->width);
}

static bool is_worth_it(const struct lock *lock, const struct turn *turn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(lock->unit->module);
	unsigned long long state = 0;
	bool found = false;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		if (aw_block_uniform(&lock->uniformity, phi))
			continue;
		state += LLVMABISizeOfType(layout, LLVMTypeOf(phi));
		found |= strides(lock, turn, phi);
	}
	return found && state <= MOST_STATE;
}

// Whether all gangs of the block come to BLOCK together.
static bool is_reached_by_all(const struct lock *lock, uint32_t block, unsigned depth)
{
	enum { DEEP = 16 };
	if (depth > DEEP)
		return false;
	AW_FOR_DECISIONS(&lock->dependence, block, decision) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(lock->cfg.blocks[decision->block]);
		if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
		    !aw_block_uniform(&lock->uniformity, LLVMGetCondition(end)))
			return false;
		if (decision->block != block && !is_reached_by_all(lock, decision->block, depth + 1))
			return false;
	}
	return true;
}

static LLVMValueRef condition_for(struct lock *lock, LLVMValueRef branch, LLVMBasicBlockRef target)
{
	LLVMValueRef condition = LLVMGetCondition(branch);
	if (LLVMGetSuccessor(branch, 0) == target)
		return condition;
	aw_llvm_at(lock->unit->builder, branch);
	return LLVMBuildNot(lock->unit->builder, condition, "");
}

// The loop's one way in, back and out; false when it has others.
static bool find_ways(const struct lock *lock, struct turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	uint32_t latch = AW_NONE, before = AW_NONE;
	AW_FOR_PREDECESSORS(&lock->cfg.graph, loop->header, from) {
		uint32_t *way = aw_loop_contains(&lock->loops, turn->loop, *from) ? &latch : &before;
		if (*way != AW_NONE)
			return false;
		*way = *from;
	}
	if (!loop->reducible || latch == AW_NONE || before == AW_NONE || aw_cfg_successor_count(&lock->cfg, latch) != 2)
		return false;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&lock->cfg.graph, lock->loops.order[i], to)
			if (!aw_loop_contains(&lock->loops, turn->loop, *to) && lock->loops.order[i] != latch)
				return false;
	LLVMValueRef back = LLVMGetBasicBlockTerminator(lock->cfg.blocks[latch]);
	LLVMValueRef in = LLVMGetBasicBlockTerminator(lock->cfg.blocks[before]);
	turn->header = lock->cfg.blocks[loop->header];
	turn->latch = lock->cfg.blocks[latch];
	turn->before = lock->cfg.blocks[before];
	if (!LLVMIsABranchInst(in) || aw_block_uniform(&lock->uniformity, LLVMGetCondition(back)))
		return false;
	turn->exit = LLVMGetSuccessor(back, LLVMGetSuccessor(back, 0) == turn->header);
	turn->other = LLVMIsConditional(in) ? LLVMGetSuccessor(in, LLVMGetSuccessor(in, 0) == turn->header) : NULL;
	return turn->exit != turn->header && is_reached_by_all(lock, before, 0);
}

static bool can_lock(struct lock *lock, struct turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	unsigned vectors = 0;
	for (uint32_t i = loop->first; i < loop->end; i++) {
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]])
			if (!may_lock(instruction, &vectors))
				return false;
	}
	return vectors > 0 && find_ways(lock, turn) && is_worth_it(lock, turn);
}

// --- the change ---

static LLVMValueRef make_slot(struct lock *lock, LLVMTypeRef type)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(lock->function)));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	return LLVMBuildAlloca(builder, type, "turn");
}

static void store_at_end(struct lock *lock, LLVMBasicBlockRef block, LLVMValueRef value, LLVMValueRef slot)
{
	aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(block));
	LLVMBuildStore(lock->unit->builder, value, slot);
}

// What the loop carries goes through slots: the header's phis become loads.
static void carry_by_slots(struct lock *lock, struct turn *turn)
{
	for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(turn->header));) {
		LLVMValueRef slot = make_slot(lock, LLVMTypeOf(phi));
		aw_need(aw_map_put(&turn->slots, aw_llvm_incoming(phi, turn->latch), slot));
		if (phi == turn->lanes)
			turn->in = slot;
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			store_at_end(lock, LLVMGetIncomingBlock(phi, i), LLVMGetIncomingValue(phi, i), slot);
		aw_llvm_at(lock->unit->builder, aw_llvm_first_after_phis(turn->header));
		aw_llvm_replace(phi, LLVMBuildLoad2(lock->unit->builder, LLVMTypeOf(phi), slot, ""));
	}
}

static bool is_used_outside(const struct lock *lock, uint32_t loop, LLVMValueRef value)
{
	AW_FOR_USES(use, value)
		if (!in_loop(lock, loop, LLVMGetUser(use)))
			return true;
	return false;
}

// A phi that goes up by a step of the block's is its first value and the sum of the steps so far, which is the
// block's: no gang needs to keep it.  NEXT is the end of a turn, where nothing stands yet.
static void sum_steps(struct lock *lock, const struct turn *turn, LLVMBasicBlockRef next)
{
	LLVMBuilderRef builder = lock->unit->builder;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header), following; LLVMIsAPHINode(phi); phi = following) {
		following = LLVMGetNextInstruction(phi);
		LLVMTypeRef type = LLVMTypeOf(phi);
		LLVMValueRef becomes, step = step_of(lock, turn, phi, &becomes);
		if (!step || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || is_used_outside(lock, turn->loop, phi) ||
		    is_used_outside(lock, turn->loop, becomes))
			continue;
		LLVMValueRef sum = make_slot(lock, type);
		store_at_end(lock, turn->before, LLVMConstNull(type), sum);
		LLVMPositionBuilderAtEnd(builder, next);
		LLVMBuildStore(builder, LLVMBuildAdd(builder, LLVMBuildLoad2(builder, type, sum, ""), step, ""), sum);
		aw_llvm_at(builder, aw_llvm_first_after_phis(turn->header));
		LLVMValueRef so_far = LLVMBuildLoad2(builder, type, sum, "");
		aw_llvm_replace(phi, LLVMBuildAdd(builder, aw_llvm_incoming(phi, turn->before), so_far, ""));
	}
}

// VALUE, made in the loop, is read behind it from a slot, at the start of block AFTER.
static void leave_by_slot(struct lock *lock, const struct turn *turn, LLVMValueRef value, LLVMBasicBlockRef after)
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
		for (unsigned j = 0; j < (unsigned)LLVMGetNumOperands(users.items[i]); j++)
			if (LLVMGetOperand(users.items[i], j) == value)
				LLVMSetOperand(users.items[i], j, outside);
	aw_vec_finish(&users);
}

// TARGET is now reached from block AFTER where it was from FROM, and from OTHERWISE when the loop wasn't entered
// (NULL: then not).
static void redirect_phis(struct lock *lock, const struct turn *turn, LLVMBasicBlockRef target, LLVMBasicBlockRef from,
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

static void replace_end(struct lock *lock, LLVMBasicBlockRef block, LLVMBasicBlockRef target)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	aw_llvm_at(lock->unit->builder, end);
	LLVMBuildBr(lock->unit->builder, target);
	LLVMInstructionEraseFromParent(end);
}

static LLVMBasicBlockRef append(struct lock *lock, const char *name)
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
static LLVMValueRef find_lanes(const struct turn *turn)
{
	LLVMValueRef again = lanes_of(turn->again), entered = turn->entered ? lanes_of(turn->entered) : NULL;
	if (!again || !entered)
		return NULL;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (aw_llvm_incoming(phi, turn->latch) == again && aw_llvm_incoming(phi, turn->before) == entered)
			return phi;
	return NULL;
}

// Whether the gang is in, where the builder stands.
static LLVMValueRef load_in(struct lock *lock, LLVMValueRef in)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef type = LLVMGetAllocatedType(in);
	LLVMValueRef value = LLVMBuildLoad2(builder, type, in, "");
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return value;
	LLVMTypeRef bits = LLVMIntTypeInContext(lock->unit->context, LLVMGetVectorSize(type));
	return LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildBitCast(builder, value, bits, ""), LLVMConstNull(bits), "");
}

// Asks at the end of FROM whether any gang is IN; goes to CHOICE if so, else to AFTER.
static void ask(struct lock *lock, LLVMValueRef in, LLVMBasicBlockRef from, LLVMBasicBlockRef choice,
                LLVMBasicBlockRef after)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context), type = LLVMFunctionType(number, &number, 1, false);
	LLVMValueRef function = aw_llvm_declare(lock->unit->module, "aw.block.any", type);
	LLVMPositionBuilderAtEnd(builder, from);
	LLVMValueRef mine = LLVMBuildZExt(builder, load_in(lock, in), number, "");
	LLVMValueRef any = LLVMBuildCall2(builder, type, function, &mine, 1, "");
	any = LLVMBuildICmp(builder, LLVMIntNE, any, LLVMConstNull(number), "");
	LLVMBuildCondBr(builder, any, choice, after);
}

// HEAD asks whether any gang enters; in CHOICE each gang takes its turn or not; NEXT asks whether any goes on.  That
// is asked at a turn's end, so that a turn is one region of gang_loops.
static void build_turn(struct lock *lock, const struct turn *turn, LLVMBasicBlockRef head, LLVMBasicBlockRef next,
                       LLVMBasicBlockRef after)
{
	LLVMBasicBlockRef choice = append(lock, "turn");
	ask(lock, turn->in, head, choice, after);
	ask(lock, turn->in, next, choice, after);
	LLVMPositionBuilderAtEnd(lock->unit->builder, choice);
	LLVMBuildCondBr(lock->unit->builder, load_in(lock, turn->in), turn->header, next);
}

static void lock_loop(struct lock *lock, struct turn *turn)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMValueRef bit = LLVMConstInt(LLVMInt1TypeInContext(lock->unit->context), 1, false);
	LLVMValueRef start = LLVMGetBasicBlockTerminator(turn->before), back = LLVMGetBasicBlockTerminator(turn->latch);
	turn->entered = turn->other ? condition_for(lock, start, turn->header) : NULL;
	turn->again = condition_for(lock, back, turn->header);
	turn->lanes = find_lanes(turn);
	if (!turn->lanes)
		turn->in = make_slot(lock, LLVMTypeOf(bit));
	LLVMBasicBlockRef head = append(lock, "turns"), next = append(lock, "turn.next"), after = append(lock, "turns.done");
	LLVMSetCurrentDebugLocation2(builder, NULL);
	aw_prefetch_turn(lock->unit, &lock->cfg, &lock->loops, turn->loop, turn->latch);
	sum_steps(lock, turn, next);
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
	build_turn(lock, turn, head, next, after);
	replace_end(lock, turn->before, head);
	replace_end(lock, turn->latch, next);
	aw_map_finish(&turn->slots);
}

// --- the way in ---

// What LLVM moved out of a loop stands in a block between the test for the first turn and the loop.  Lifted above that
// test, all gangs of the block come to the block before the loop.

static bool may_lift(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
	case LLVMPHI: case LLVMAlloca: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
	case LLVMLoad: case LLVMStore:
		return false;
	case LLVMCall:
		return aw_block_call_is_pure(instruction);
	default:
		return true;
	}
}

// The block that decides about entering the loop of HEADER, when BLOCK lies between and can be lifted into it.
static LLVMBasicBlockRef lifts_to(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), user = NULL;
	if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || LLVMGetSuccessor(end, 0) == block)
		return NULL;
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block)) {
		if (user || !LLVMIsABranchInst(LLVMGetUser(use)) || !LLVMIsConditional(LLVMGetUser(use)))
			return NULL;
		user = LLVMGetUser(use);
	}
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (instruction != end && !may_lift(instruction))
			return NULL;
	// The target must not be reached from there by the other way as well.
	LLVMBasicBlockRef target = LLVMGetSuccessor(end, 0);
	if (!user || LLVMGetSuccessor(user, 0) == target || LLVMGetSuccessor(user, 1) == target)
		return NULL;
	return LLVMGetInstructionParent(user);
}

static void lift(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef above)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(above), end = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef target = LLVMGetSuccessor(end, 0);
	for (LLVMValueRef first; (first = LLVMGetFirstInstruction(block)) != end;) {
		LLVMInstructionRemoveFromParent(first);
		LLVMPositionBuilderBefore(builder, branch);
		LLVMInsertIntoBuilder(builder, first);
	}
	LLVMSetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block ? 0 : 1, target);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(target), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(builder, phi);
		LLVMValueRef new = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			LLVMValueRef value = LLVMGetIncomingValue(phi, i);
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
			LLVMAddIncoming(new, &value, from == block ? &above : &from, 1);
		}
		aw_llvm_replace(phi, new);
	}
	LLVMDeleteBasicBlock(block);
}

static void lift_ways_in(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	AW_VEC(LLVMBasicBlockRef) before = { 0 };
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t loop = 0; loop < loops.loops.count; loop++)
		AW_FOR_PREDECESSORS(&cfg.graph, loops.loops.items[loop].header, from)
			if (!aw_loop_contains(&loops, loop, *from))
				aw_need(aw_vec_push(&before, cfg.blocks[*from]));
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	for (size_t i = 0; i < before.count; i++) {
		LLVMBasicBlockRef above = lifts_to(before.items[i]);
		if (above)
			lift(unit->builder, before.items[i], above);
	}
	aw_vec_finish(&before);
}

// --- the pass ---

static void begin(struct lock *lock)
{
	aw_cfg_init(&lock->cfg, lock->function);
	aw_post_dominators_init(&lock->post, &lock->cfg);
	aw_loops_init(&lock->loops, &lock->cfg);
	aw_control_dependence_init(&lock->dependence, &lock->cfg, &lock->post);
	aw_block_uniformity_init(&lock->uniformity, lock->function);
}

static void end(struct lock *lock)
{
	aw_block_uniformity_finish(&lock->uniformity);
	aw_control_dependence_finish(&lock->dependence);
	aw_loops_finish(&lock->loops);
	aw_dominators_finish(&lock->post);
	aw_cfg_finish(&lock->cfg);
}

// Locks the first loop that can be; the flow is another then.
static bool lock_one(struct aw_unit *unit, const struct aw_unit_form *form)
{
	struct lock lock = { .unit = unit, .function = form->function, .width = form->width };
	bool found = false;
	begin(&lock);
	for (uint32_t loop = 0; loop < lock.loops.loops.count && !found; loop++) {
		struct turn turn = { .loop = loop };
		found = can_lock(&lock, &turn);
		if (found)
			lock_loop(&lock, &turn);
	}
	end(&lock);
	return found;
}

bool aw_pass_lock_loops(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		for (size_t i = 0; i < unit->kernels.items[k].forms.count; i++) {
			const struct aw_unit_form *form = &unit->kernels.items[k].forms.items[i];
			bool locked = false;
			lift_ways_in(unit, form->function);
			while (lock_one(unit, form)) // a locked loop's end is the block's: it isn't found again
				locked = true;
			if (locked && !aw_llvm_run_function_passes(form->function, "mem2reg,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
				aw_unit_error(unit, form->function, "internal error: the passes behind lock_loops failed");
			changed |= locked;
		}
	}
	return changed;
}
