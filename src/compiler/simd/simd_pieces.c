// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which each lane walks along a piece of memory of its own:
//
//     for (i = 0; i < each; i++)
//         sum += mine[i];          mine differs from lane to lane, by a row of a matrix, say
//
// Turn by turn they are gathers and scatters, each of which touches a line for every lane; where the pieces are a power of two
// apart, all of these want the same place of the first cache, and are lost before the next turn.  But the turns' elements lie
// together: for as many turns as elements fit into a register, a lane's are one row, and the rows of all lanes, turned like a matrix,
// are the vectors of the turns.  So the loop is made in strips:
//
//     while (more turns are left than a strip has, and lanes go along rows)
//         load the rows, turn them, and keep the vectors in memory
//         the loop for a strip's turns, which finds its vectors there and leaves what it stores
//         turn what it left, and store the rows
//     the loop for what is left
//
// Loads come before, and stores behind, what the other turns do.  Between lanes nothing orders them, as there are no barriers, atomics
// or volatile accesses in such a loop; a lane's own must not meet: it reads only, or what it stores lies where it loaded it in the
// same turn, or at least a strip away, which is asked at run time.  All lanes must be active, so nothing is touched that they don't
// ask for.
//
// In ragged loops each lane has a counter and an end of its own, too, as rows of sparse matrices have:
//
//     for (i = first[me]; i < first[me + 1]; i++)
//         sum += value[i] * x[column[i]];
//
// There a strip has as many turns as the longest piece has left but one, and of each row those elements are loaded that its lane will
// ask for; short strips aren't worth it.  Such loops must store nothing, and end for nothing but the counter.
//
// Turning goes by exchanging ever larger squares (J. O. Eklundh, "A fast computer method for matrix transposing", 1972).
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "loop_copy.h"

enum { LINE = 64, MOST_MOVES = 4, MOST_INSTRUCTIONS = 100, DEEP = 12, MOST_TURNS = 16 };

// A gather or a scatter, in the order of the loop.
struct move {
	LLVMValueRef call, pointers; // of its lanes
	LLVMValueRef value;          // what is stored; NULL: a gather
	LLVMValueRef mask;           // the same in all turns
	LLVMValueRef row;            // a store in the other way of a branch before it, for lanes that lie together; or NULL
	LLVMValueRef first;          // the pointers in a strip's first turn
	LLVMValueRef kept;           // the memory for the vectors of a strip
	bool extended;               // an index is computed in fewer bits and might wrap
};

struct walk {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	uint32_t loop, latch_number;
	LLVMBasicBlockRef header, latch, before;
	LLVMValueRef counter, end; // a phi that goes up by one; the value that ends the loop when the next counter comes there
	LLVMIntPredicate below;    // or the loop goes on while the next counter is below END by this; 0: it doesn't ask that
	LLVMValueRef mask;         // of a ragged loop: the phi of the lanes that take part; COUNTER and END are vectors; else NULL
	LLVMValueRef left;         // in a strip: the turns that each lane has left, at most a strip's and one, as 32 bits
	unsigned width, turns;     // lanes; turns of a strip
	struct move moves[MOST_MOVES];
	unsigned count;
	bool stores;
};

// --- finding ---

static bool in_loop(const struct walk *walk, LLVMValueRef value)
{
	return aw_loop_has_value(&walk->loops, &walk->cfg, walk->loop, value);
}

// How a value changes from turn to turn: not at all, by one (or by an element) in each lane, or otherwise.
enum change { STAYS, STEPS, OTHERWISE };

static enum change change_of(const struct walk *walk, struct move *move, LLVMValueRef value, unsigned depth);

static enum change change_of_sum(const struct walk *walk, struct move *move, LLVMValueRef sum, unsigned depth)
{
	enum change a = change_of(walk, move, LLVMGetOperand(sum, 0), depth), b = change_of(walk, move, LLVMGetOperand(sum, 1), depth);
	if (aw_llvm_is_op(sum, LLVMSub) && b != STAYS)
		return OTHERWISE;
	return a == STAYS ? b : b == STAYS ? a : OTHERWISE;
}

static enum change change_of_address(const struct walk *walk, struct move *move, LLVMValueRef address, unsigned depth)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(walk->unit->module);
	if (LLVMGetNumOperands(address) != 2)
		return OTHERWISE;
	enum change base = change_of(walk, move, LLVMGetOperand(address, 0), depth);
	enum change index = change_of(walk, move, LLVMGetOperand(address, 1), depth);
	if (index == STAYS)
		return base;
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(move->value ? move->value : move->call));
	LLVMTypeRef counted = LLVMGetGEPSourceElementType(address);
	bool steps = base == STAYS && index == STEPS && LLVMABISizeOfType(layout, counted) == LLVMABISizeOfType(layout, element);
	return steps ? STEPS : OTHERWISE;
}

static enum change change_of(const struct walk *walk, struct move *move, LLVMValueRef value, unsigned depth)
{
	if (!in_loop(walk, value))
		return STAYS;
	if (value == walk->counter)
		return STEPS;
	LLVMValueRef scalar = LLVMIsAShuffleVectorInst(value) ? aw_llvm_splat_scalar(value) : NULL;
	if (!depth)
		return OTHERWISE;
	if (scalar)
		return change_of(walk, move, scalar, depth - 1);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub:
		return change_of_sum(walk, move, value, depth - 1);
	case LLVMSExt: case LLVMZExt: {
		enum change change = change_of(walk, move, LLVMGetOperand(value, 0), depth - 1);
		move->extended |= change == STEPS;
		return change;
	}
	case LLVMFreeze:
		return change_of(walk, move, LLVMGetOperand(value, 0), depth - 1);
	case LLVMGetElementPtr:
		return change_of_address(walk, move, value, depth - 1);
	default:
		return OTHERWISE;
	}
}

// The other way of a branch by which lanes that lie together are stored as a row (simd_gather.c), or NULL.
static LLVMValueRef row_beside(const struct walk *walk, LLVMValueRef scatter)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(scatter);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	if (LLVMGetFirstInstruction(block) != scatter || LLVMGetNextInstruction(scatter) != end || LLVMGetNumSuccessors(end) != 1 ||
	    !use || LLVMGetNextUse(use) || LLVMGetNumSuccessors(LLVMGetUser(use)) != 2 || !in_loop(walk, LLVMGetUser(use)))
		return NULL;
	LLVMValueRef branch = LLVMGetUser(use);
	LLVMBasicBlockRef other = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block);
	LLVMValueRef store = LLVMGetFirstInstruction(other), after = LLVMGetBasicBlockTerminator(other);
	bool same = LLVMIsAStoreInst(store) && LLVMGetNextInstruction(store) == after && LLVMGetNumSuccessors(after) == 1 &&
	            LLVMGetSuccessor(after, 0) == LLVMGetSuccessor(end, 0) && LLVMGetOperand(store, 0) == LLVMGetOperand(scatter, 0);
	return same && !LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(end, 0))) ? store : NULL;
}

static bool runs_in_each_turn(const struct walk *walk, LLVMBasicBlockRef block)
{
	return aw_dominates(&walk->dominators, aw_cfg_number(&walk->cfg, block), walk->latch_number);
}

// Whether POINTERS lead to memory of which the kernel was told where it is, or found it said in memory: no shared memory, by which
// lanes that go in step may exchange values.
static bool leads_to_given(LLVMValueRef pointers)
{
	for (LLVMValueRef scalar; LLVMIsAInstruction(pointers); pointers = scalar) {
		scalar = aw_llvm_is_op(pointers, LLVMGetElementPtr) || aw_llvm_is_op(pointers, LLVMFreeze) ? LLVMGetOperand(pointers, 0)
		       : LLVMIsAShuffleVectorInst(pointers)                                              ? aw_llvm_splat_scalar(pointers)
		                                                                                         : NULL;
		if (!scalar)
			return LLVMIsALoadInst(pointers) || aw_starts_with(aw_llvm_callee_name(pointers), "llvm.masked.gather.");
	}
	return LLVMIsAArgument(pointers);
}

// Where the gang decides how it does MOVE.
static LLVMBasicBlockRef block_of(const struct move *move)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(move->call);
	return move->row ? LLVMGetInstructionParent(LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(block)))) : block;
}

// The slot to which inactive lanes are sent where a level has no gather (simd_gather.c), if LANES are that in all lanes; else NULL.
static LLVMValueRef nowhere(LLVMValueRef lanes)
{
	LLVMValueRef slot = LLVMIsAShuffleVectorInst(lanes) ? aw_llvm_splat_scalar(lanes) : NULL;
	return slot && LLVMIsAAllocaInst(slot) ? slot : NULL;
}

// STORE puts a constant into such a slot, where nothing else is stored and only lanes that don't want it look.
static bool goes_nowhere(LLVMValueRef store)
{
	LLVMValueRef slot = LLVMGetOperand(store, 1);
	if (!LLVMIsAAllocaInst(slot))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool constant = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot && LLVMIsAConstant(LLVMGetOperand(user, 0));
		if (!constant && !LLVMIsAInsertElementInst(user))
			return false;
	}
	return true;
}

static bool add_move(struct walk *walk, LLVMValueRef call, bool scatter)
{
	if (walk->count == MOST_MOVES)
		return false;
	struct move move = { .call = call, .pointers = LLVMGetOperand(call, scatter) };
	move.value = scatter ? LLVMGetOperand(call, 0) : NULL;
	move.mask = LLVMGetOperand(call, scatter ? 3 : 2);
	if (LLVMIsASelectInst(move.pointers) && nowhere(LLVMGetOperand(move.pointers, 2)) &&
	    move.mask == LLVMConstAllOnes(LLVMTypeOf(move.mask))) {
		move.mask = LLVMGetOperand(move.pointers, 0);
		move.pointers = LLVMGetOperand(move.pointers, 1);
	}
	LLVMTypeRef type = LLVMTypeOf(scatter ? move.value : call), element = LLVMGetElementType(type);
	unsigned size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(walk->unit->module), element);
	unsigned fits = LINE / size, turns = fits < LLVMGetVectorSize(type) ? fits : LLVMGetVectorSize(type);
	bool right = walk->mask ? move.mask == walk->mask : !in_loop(walk, move.mask);
	move.row = scatter ? row_beside(walk, call) : NULL;
	if (!right || (size != 4 && size != 8) || !runs_in_each_turn(walk, block_of(&move)) || (walk->turns && walk->turns != turns) ||
	    !leads_to_given(move.pointers) || change_of(walk, &move, move.pointers, DEEP) != STEPS)
		return false;
	walk->turns = turns;
	walk->width = LLVMGetVectorSize(type);
	walk->stores |= scatter;
	walk->moves[walk->count++] = move;
	return true;
}

static bool is_row_of_move(const struct walk *walk, LLVMValueRef store)
{
	for (unsigned i = 0; i < walk->count; i++)
		if (walk->moves[i].row == store)
			return true;
	return false;
}

// Collects the gathers and scatters; false where something else is in the way.  Rows beside scatters are looked at in a second round.
// In a ragged loop other gathers stay as they are: nothing is stored that would have to be ordered with them.
static bool take(struct walk *walk, LLVMValueRef instruction, bool *loads)
{
	const char *name = aw_llvm_callee_name(instruction);
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMCall:
		if (aw_starts_with(name, "llvm.masked.gather."))
			return add_move(walk, instruction, false) || walk->mask;
		if (aw_starts_with(name, "llvm.masked.scatter."))
			return !walk->mask && add_move(walk, instruction, true);
		*loads |= aw_starts_with(name, "llvm.masked.load.");
		return aw_starts_with(name, "llvm.masked.load.") ||
		       (aw_starts_with(name, "llvm.") && aw_llvm_has_no_memory(aw_llvm_callee(instruction)));
	case LLVMLoad:
		*loads = true;
		return !LLVMGetVolatile(instruction) && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
	case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr: case LLVMAlloca:
		return false;
	default:
		return true;
	}
}

static bool find_moves(struct walk *walk)
{
	const struct aw_loop *loop = &walk->loops.loops.items[walk->loop];
	bool loads = false;
	unsigned size = 0;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, walk->cfg.blocks[walk->loops.order[i]])
			if (++size > MOST_INSTRUCTIONS || !take(walk, instruction, &loads))
				return false;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(store, walk->cfg.blocks[walk->loops.order[i]])
			if (LLVMIsAStoreInst(store) && !is_row_of_move(walk, store) && !goes_nowhere(store))
				return false;
	return walk->count && !(loads && walk->stores);
}

// --- the counter ---

// Takes the end from TEST of a next counter; whether the loop may go on while TEST says so.
static bool take_end(struct walk *walk, LLVMValueRef test)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	walk->end = LLVMGetOperand(test, 1);
	walk->below = predicate == LLVMIntSLT || predicate == LLVMIntULT ? predicate : 0;
	return walk->below || predicate == LLVMIntNE;
}

static bool read_end(struct walk *walk, LLVMValueRef branch, LLVMValueRef next)
{
	LLVMValueRef test = LLVMGetCondition(branch);
	if (!LLVMIsAICmpInst(test) || LLVMGetOperand(test, 0) != next || in_loop(walk, LLVMGetOperand(test, 1)))
		return false;
	bool goes_on = take_end(walk, test);
	return LLVMGetSuccessor(branch, 0) == walk->header ? goes_on : LLVMGetICmpPredicate(test) == LLVMIntEQ;
}

// The mask of the lanes that take part in the next turn, where the latch ends the loop when none does; else NULL.
static LLVMValueRef next_mask(const struct walk *walk, LLVMValueRef branch)
{
	LLVMValueRef test = LLVMGetCondition(branch);
	LLVMIntPredicate goes_on = LLVMGetSuccessor(branch, 0) == walk->header ? LLVMIntNE : LLVMIntEQ;
	if (!LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) != goes_on || !LLVMIsNull(LLVMGetOperand(test, 1)))
		return NULL;
	LLVMValueRef bits = LLVMGetOperand(test, 0), mask = aw_llvm_is_op(bits, LLVMBitCast) ? LLVMGetOperand(bits, 0) : NULL;
	return mask && aw_llvm_is_op(mask, LLVMSelect) && LLVMGetTypeKind(LLVMTypeOf(mask)) == LLVMVectorTypeKind &&
	               LLVMIsNull(LLVMGetOperand(mask, 2)) ? mask : NULL;
}

// NEXT is a lane's counter plus one, whatever lanes have that take no part.
static bool counts_in_lanes(struct walk *walk, LLVMValueRef next)
{
	if (!aw_llvm_is_op(next, LLVMAdd) || LLVMGetTypeKind(LLVMTypeOf(next)) != LLVMVectorTypeKind ||
	    LLVMGetOperand(next, 1) != aw_llvm_number(LLVMTypeOf(next), 1))
		return false;
	LLVMValueRef phi = LLVMGetOperand(next, 0);
	if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != walk->header)
		return false;
	LLVMValueRef handed = aw_llvm_incoming(phi, walk->latch);
	bool chosen = aw_llvm_is_op(handed, LLVMSelect) && LLVMGetOperand(handed, 0) == walk->mask &&
	              LLVMGetOperand(handed, 1) == next && LLVMGetOperand(handed, 2) == phi;
	walk->counter = phi;
	return handed == next || chosen;
}

// Counters and ends of the lanes' own, where lanes take part until their counters come to their ends.
static bool find_ragged_counter(struct walk *walk)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(walk->latch);
	LLVMValueRef next = next_mask(walk, branch), test = next ? LLVMGetOperand(next, 1) : NULL;
	walk->mask = next ? LLVMGetOperand(next, 0) : NULL;
	if (!next || !LLVMIsAPHINode(walk->mask) || LLVMGetInstructionParent(walk->mask) != walk->header ||
	    aw_llvm_incoming(walk->mask, walk->latch) != next || !LLVMIsAICmpInst(test) || in_loop(walk, LLVMGetOperand(test, 1)))
		return false;
	return take_end(walk, test) && counts_in_lanes(walk, LLVMGetOperand(test, 0));
}

// A counter by which the latch alone ends the loop.
static bool find_counter(struct walk *walk)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(walk->latch);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(walk->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef next = aw_llvm_incoming(phi, walk->latch);
		int64_t step;
		bool counts = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind && aw_llvm_is_op(next, LLVMAdd) &&
		              LLVMGetOperand(next, 0) == phi;
		if (!counts || !aw_llvm_constant(LLVMGetOperand(next, 1), &step) || step != 1 || !read_end(walk, branch, next))
			continue;
		walk->counter = phi;
		return true;
	}
	return false;
}

static bool is_innermost(const struct walk *walk)
{
	for (uint32_t other = 0; other < walk->loops.loops.count; other++)
		if (walk->loops.loops.items[other].parent == walk->loop)
			return false;
	return walk->loops.loops.items[walk->loop].reducible;
}

static bool ends_by_test(LLVMBasicBlockRef latch)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
	return LLVMIsABranchInst(end) && LLVMIsConditional(end);
}

// Whether control comes by one block, and leaves by one, the latch, which asks.
static bool find_ways(struct walk *walk)
{
	const struct aw_loop *loop = &walk->loops.loops.items[walk->loop];
	unsigned entries = 0, latches = 0;
	walk->header = walk->cfg.blocks[loop->header];
	AW_FOR_PREDECESSORS(&walk->cfg.graph, loop->header, from) {
		bool inside = aw_loop_contains(&walk->loops, walk->loop, *from);
		*(inside ? &walk->latch : &walk->before) = walk->cfg.blocks[*from];
		walk->latch_number = inside ? *from : walk->latch_number;
		latches += inside;
		entries += !inside;
	}
	for (uint32_t i = loop->first; i < loop->end; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(walk->cfg.blocks[walk->loops.order[i]]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			uint32_t to = aw_cfg_number(&walk->cfg, LLVMGetSuccessor(end, k));
			if (walk->loops.order[i] != walk->latch_number && !aw_loop_contains(&walk->loops, walk->loop, to))
				return false;
		}
	}
	return entries == 1 && latches == 1 && ends_by_test(walk->latch);
}

// --- the strip ---

static LLVMTypeRef wide(const struct walk *walk)
{
	return LLVMInt64TypeInContext(walk->unit->context);
}

static LLVMValueRef number(const struct walk *walk, uint64_t value)
{
	return LLVMConstInt(wide(walk), value, false);
}

static LLVMTypeRef vector_of(const struct move *move)
{
	return LLVMTypeOf(move->value ? move->value : move->call);
}

static LLVMTypeRef row_of(const struct walk *walk, const struct move *move)
{
	return LLVMVectorType(LLVMGetElementType(vector_of(move)), walk->turns);
}

static unsigned size_of(const struct walk *walk, const struct move *move)
{
	return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(walk->unit->module), LLVMGetElementType(vector_of(move)));
}

// VALUE where the counter is COUNTER, made where the builder stands.
static LLVMValueRef value_at(const struct walk *walk, LLVMValueRef value, LLVMValueRef counter)
{
	if (value == walk->counter)
		return counter;
	if (!in_loop(walk, value))
		return value;
	assert(!LLVMIsAPHINode(value) && !aw_llvm_may_write(value));
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		LLVMSetOperand(copy, i, value_at(walk, LLVMGetOperand(value, i), counter));
	LLVMInsertIntoBuilder(walk->builder, copy);
	return copy;
}

static LLVMValueRef all_lanes(const struct walk *walk, LLVMValueRef bits)
{
	LLVMTypeRef type = LLVMIntTypeInContext(walk->unit->context, walk->width);
	return LLVMBuildICmp(walk->builder, LLVMIntEQ, LLVMBuildBitCast(walk->builder, bits, type, ""), LLVMConstAllOnes(type), "");
}

static LLVMValueRef splat(const struct walk *walk, uint64_t value)
{
	return aw_llvm_number(LLVMVectorType(wide(walk), walk->width), value);
}

static LLVMValueRef distance(const struct walk *walk, LLVMValueRef from, LLVMValueRef to)
{
	LLVMTypeRef type = LLVMVectorType(wide(walk), walk->width);
	return LLVMBuildSub(walk->builder, LLVMBuildPtrToInt(walk->builder, to, type, ""), LLVMBuildPtrToInt(walk->builder, from, type, ""), "");
}

// Whether the lanes of MOVE go along rows until the strip's end: both ends are where they should be, and an index wraps at most once.
static LLVMValueRef goes_along(const struct walk *walk, const struct move *move, LLVMValueRef counter)
{
	LLVMValueRef more = LLVMConstInt(LLVMTypeOf(counter), walk->turns - 1, false);
	LLVMValueRef last = value_at(walk, move->pointers, LLVMBuildAdd(walk->builder, counter, more, ""));
	LLVMValueRef expected = splat(walk, (uint64_t)(walk->turns - 1) * size_of(walk, move));
	return all_lanes(walk, LLVMBuildICmp(walk->builder, LLVMIntEQ, distance(walk, move->first, last), expected, ""));
}

// Whether what a lane moves by A in the strip lies apart from what it does by B.
static LLVMValueRef lie_apart(const struct walk *walk, const struct move *a, const struct move *b)
{
	uint64_t most = (uint64_t)walk->turns * size_of(walk, a) - 1;
	LLVMValueRef shifted = LLVMBuildAdd(walk->builder, distance(walk, a->first, b->first), splat(walk, most), "");
	return all_lanes(walk, LLVMBuildICmp(walk->builder, LLVMIntUGT, shifted, splat(walk, 2 * most), ""));
}

// Whether a strip may be made, where COUNTER is that of its first turn.  At least one turn is left to the loop behind.
static LLVMValueRef build_test(struct walk *walk, LLVMValueRef counter)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMValueRef turns = LLVMConstInt(LLVMTypeOf(counter), walk->turns, false);
	LLVMValueRef left = LLVMBuildSub(builder, walk->end, counter, "");
	LLVMValueRef test = LLVMBuildICmp(builder, LLVMIntUGT, left, turns, "");
	if (walk->below)
		test = LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, walk->below, counter, walk->end, ""), "");
	for (unsigned i = 0; i < walk->count; i++) {
		struct move *move = &walk->moves[i];
		move->first = value_at(walk, move->pointers, counter);
		if (move->mask != LLVMConstAllOnes(LLVMTypeOf(move->mask)))
			test = LLVMBuildAnd(builder, test, all_lanes(walk, move->mask), "");
		if (move->extended)
			test = LLVMBuildAnd(builder, test, goes_along(walk, move, counter), "");
	}
	for (unsigned i = 0; i < walk->count; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct move *a = &walk->moves[k], *b = &walk->moves[i];
			bool in_place = a->pointers == b->pointers && !a->value;
			if ((a->value || b->value) && !in_place)
				test = LLVMBuildAnd(builder, test, lie_apart(walk, a, b), "");
		}
	return test;
}

// The turns that the lanes of MASK have left, the one that COUNTER stands at included, at most a strip's and one.
static LLVMValueRef turns_left(const struct walk *walk, LLVMValueRef counter, LLVMValueRef mask)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMTypeRef type = LLVMTypeOf(counter), result = LLVMVectorType(LLVMInt32TypeInContext(walk->unit->context), walk->width);
	LLVMValueRef one = aw_llvm_number(type, 1), all = aw_llvm_number(type, walk->turns + 1);
	LLVMValueRef left = LLVMBuildSub(builder, walk->end, counter, "");
	if (walk->below)
		left = LLVMBuildSelect(builder, LLVMBuildICmp(builder, walk->below, counter, walk->end, ""), left, one, "");
	// A counter that stands at an end that it must not come to has all numbers before it.
	LLVMValueRef few = LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, left, one, ""), all, "");
	left = LLVMBuildIntCast2(builder, LLVMBuildSelect(builder, few, left, all, ""), result, false, "");
	return LLVMBuildSelect(builder, mask, left, LLVMConstNull(result), "");
}

static LLVMValueRef most_of(const struct walk *walk, LLVMValueRef numbers)
{
	LLVMTypeRef type = LLVMTypeOf(numbers);
	LLVMValueRef function = aw_llvm_intrinsic(walk->unit->module, "llvm.vector.reduce.umax", &type, 1);
	LLVMValueRef most = LLVMBuildCall2(walk->builder, LLVMGlobalGetValueType(function), function, &numbers, 1, "");
	return LLVMBuildZExt(walk->builder, most, wide(walk), "");
}

// Whether each lane of MOVE goes along a row in what it has left of the strip.
static LLVMValueRef goes_on_along(const struct walk *walk, const struct move *move, LLVMValueRef counter, LLVMValueRef mask)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMTypeRef type = LLVMTypeOf(walk->left), wides = LLVMVectorType(wide(walk), walk->width);
	LLVMValueRef more = LLVMBuildSub(builder, walk->left, aw_llvm_number(type, 1), "");
	LLVMValueRef last = LLVMBuildAdd(builder, counter, LLVMBuildIntCast2(builder, more, LLVMTypeOf(counter), false, ""), "");
	LLVMValueRef expected = LLVMBuildMul(builder, LLVMBuildZExt(builder, more, wides, ""), splat(walk, size_of(walk, move)), "");
	LLVMValueRef went = distance(walk, move->first, value_at(walk, move->pointers, last));
	LLVMValueRef right = LLVMBuildICmp(builder, LLVMIntEQ, went, expected, "");
	return all_lanes(walk, LLVMBuildSelect(builder, mask, right, LLVMConstAllOnes(LLVMTypeOf(mask)), ""));
}

// The same for a ragged loop; TURNS: those of the strip.
static LLVMValueRef build_ragged_test(struct walk *walk, LLVMValueRef counter, LLVMValueRef mask, LLVMValueRef *turns)
{
	walk->left = turns_left(walk, counter, mask);
	*turns = LLVMBuildSub(walk->builder, most_of(walk, walk->left), number(walk, 1), "");
	LLVMValueRef test = LLVMBuildICmp(walk->builder, LLVMIntUGE, *turns, number(walk, walk->turns / 2), "");
	for (unsigned i = 0; i < walk->count; i++) {
		struct move *move = &walk->moves[i];
		move->first = value_at(walk, move->pointers, counter);
		if (move->extended)
			test = LLVMBuildAnd(walk->builder, test, goes_on_along(walk, move, counter, mask), "");
	}
	return test;
}

// Exchanges the squares of ROWS, walk->turns rows of as many elements each, so that rows become columns.
static void turn_square(const struct walk *walk, LLVMValueRef *rows)
{
	unsigned count = walk->turns;
	assert(count <= MOST_TURNS && !(count & (count - 1)));
	LLVMTypeRef number_type = LLVMInt32TypeInContext(walk->unit->context);
	for (unsigned half = 1; half < count; half *= 2)
		for (unsigned i = 0; i < count; i++) {
			if (i & half)
				continue;
			LLVMValueRef low[MOST_TURNS], high[MOST_TURNS], a = rows[i], b = rows[i + half];
			for (unsigned k = 0; k < count; k++) {
				low[k] = LLVMConstInt(number_type, k & half ? count + k - half : k, false);
				high[k] = LLVMConstInt(number_type, k & half ? count + k : k + half, false);
			}
			rows[i] = LLVMBuildShuffleVector(walk->builder, a, b, LLVMConstVector(low, count), "");
			rows[i + half] = LLVMBuildShuffleVector(walk->builder, a, b, LLVMConstVector(high, count), "");
		}
}

// Of an address by one pointer and the lanes' indices the index is taken, which several moves may share.
static LLVMValueRef lane_pointer(const struct walk *walk, const struct move *move, unsigned lane)
{
	LLVMValueRef at = number(walk, lane), first = move->first;
	if (!LLVMIsAGetElementPtrInst(first) || LLVMGetNumOperands(first) != 2 ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(first, 0))) != LLVMPointerTypeKind)
		return LLVMBuildExtractElement(walk->builder, first, at, "");
	LLVMValueRef index = LLVMBuildExtractElement(walk->builder, LLVMGetOperand(first, 1), at, "");
	return LLVMBuildGEP2(walk->builder, LLVMGetGEPSourceElementType(first), LLVMGetOperand(first, 0), &index, 1, "");
}

// Element FIRST and those behind it, COUNT in all, of A and B one after the other.
static LLVMValueRef part_of(const struct walk *walk, LLVMValueRef a, LLVMValueRef b, unsigned first, unsigned count)
{
	LLVMValueRef order[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < count; i++)
		order[i] = LLVMConstInt(LLVMInt32TypeInContext(walk->unit->context), first + i, false);
	return LLVMBuildShuffleVector(walk->builder, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)), LLVMConstVector(order, count), "");
}

// The vector of all lanes of which PARTS, each of walk->turns lanes, are made.
static LLVMValueRef join(const struct walk *walk, LLVMValueRef *parts, unsigned count)
{
	unsigned width = walk->turns;
	assert(count && count * width == walk->width && !(count & (count - 1)));
	for (; count > 1; count /= 2, width *= 2)
		for (unsigned i = 0; i < count / 2; i++)
			parts[i] = part_of(walk, parts[2 * i], parts[2 * i + 1], 0, 2 * width);
	return parts[0];
}

static LLVMValueRef kept_place(const struct walk *walk, const struct move *move, LLVMValueRef turn)
{
	assert(move->kept);
	return LLVMBuildInBoundsGEP2(walk->builder, vector_of(move), move->kept, &turn, 1, "");
}

// Of the row of LANE in a ragged loop what the lane will ask for.
static LLVMValueRef load_part(const struct walk *walk, const struct move *move, unsigned lane)
{
	LLVMTypeRef number_type = LLVMInt32TypeInContext(walk->unit->context);
	LLVMValueRef places[AW_SIMD_MAX_WIDTH], turns[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < walk->turns; i++) {
		places[i] = LLVMConstInt(number_type, i, false);
		turns[i] = LLVMConstInt(number_type, lane, false);
	}
	LLVMValueRef left = LLVMBuildShuffleVector(walk->builder, walk->left, LLVMGetPoison(LLVMTypeOf(walk->left)),
	                                           LLVMConstVector(turns, walk->turns), "");
	LLVMValueRef arguments[] = {
		lane_pointer(walk, move, lane), LLVMConstInt(number_type, size_of(walk, move), false),
		LLVMBuildICmp(walk->builder, LLVMIntULT, LLVMConstVector(places, walk->turns), left, ""),
		LLVMGetPoison(row_of(walk, move)),
	};
	LLVMTypeRef types[] = { row_of(walk, move), LLVMTypeOf(arguments[0]) };
	LLVMValueRef load = aw_llvm_intrinsic(walk->unit->module, "llvm.masked.load", types, 2);
	return LLVMBuildCall2(walk->builder, LLVMGlobalGetValueType(load), load, arguments, 4, "");
}

static LLVMValueRef load_row(const struct walk *walk, const struct move *move, unsigned lane)
{
	if (walk->mask)
		return load_part(walk, move, lane);
	LLVMValueRef row = LLVMBuildLoad2(walk->builder, row_of(walk, move), lane_pointer(walk, move, lane), "");
	LLVMSetAlignment(row, size_of(walk, move));
	return row;
}

static void load_rows(const struct walk *walk, const struct move *move)
{
	LLVMValueRef rows[AW_SIMD_MAX_WIDTH], parts[AW_SIMD_MAX_WIDTH];
	unsigned squares = walk->width / walk->turns;
	for (unsigned lane = 0; lane < walk->width; lane++)
		rows[lane] = load_row(walk, move, lane);
	for (unsigned i = 0; i < squares; i++)
		turn_square(walk, rows + i * walk->turns);
	for (unsigned turn = 0; turn < walk->turns; turn++) {
		for (unsigned i = 0; i < squares; i++)
			parts[i] = rows[i * walk->turns + turn];
		LLVMBuildStore(walk->builder, join(walk, parts, squares), kept_place(walk, move, number(walk, turn)));
	}
}

static void store_rows(const struct walk *walk, const struct move *move)
{
	LLVMValueRef vectors[MOST_TURNS], rows[MOST_TURNS];
	for (unsigned turn = 0; turn < walk->turns; turn++)
		vectors[turn] = LLVMBuildLoad2(walk->builder, vector_of(move), kept_place(walk, move, number(walk, turn)), "");
	for (unsigned first = 0; first < walk->width; first += walk->turns) {
		for (unsigned turn = 0; turn < walk->turns; turn++)
			rows[turn] = part_of(walk, vectors[turn], NULL, first, walk->turns);
		turn_square(walk, rows);
		for (unsigned i = 0; i < walk->turns; i++) {
			LLVMValueRef store = LLVMBuildStore(walk->builder, rows[i], lane_pointer(walk, move, first + i));
			LLVMSetAlignment(store, size_of(walk, move));
		}
	}
}

// --- the copy of the loop ---

struct copy {
	struct aw_loop_copy loop;
	LLVMBasicBlockRef way, own_way;  // into the loop, and into the copy
	LLVMBasicBlockRef header, latch; // of the copy
	LLVMValueRef turn;               // in it, from 0
	LLVMValueRef mask;               // its phi of the lanes that take part, or NULL
	LLVMValueRef calls[MOST_MOVES], rows[MOST_MOVES]; // of the moves
};

static void copy_loop(const struct walk *walk, LLVMBasicBlockRef way, struct copy *copy)
{
	aw_loop_copy_make(&walk->loops, &walk->cfg, walk->loop, way, &copy->loop);
	copy->way = way;
	copy->own_way = aw_loop_copy_block(&copy->loop, way);
	copy->header = aw_loop_copy_block(&copy->loop, walk->header);
	copy->latch = aw_loop_copy_block(&copy->loop, walk->latch);
	copy->mask = walk->mask ? aw_loop_copy_value(&copy->loop, walk->mask) : NULL;
	for (unsigned i = 0; i < walk->count; i++) {
		copy->calls[i] = aw_loop_copy_value(&copy->loop, walk->moves[i].call);
		assert(copy->calls[i] != walk->moves[i].call && "moves are the loop's");
		copy->rows[i] = walk->moves[i].row ? aw_loop_copy_value(&copy->loop, walk->moves[i].row) : NULL;
	}
}

// The copy goes round for a strip's TURNS, and then to BEHIND.
static void count_turns(const struct walk *walk, struct copy *copy, LLVMValueRef turns, LLVMBasicBlockRef behind)
{
	LLVMValueRef values[] = { number(walk, 0), NULL };
	LLVMBasicBlockRef from[] = { copy->own_way, copy->latch };
	LLVMPositionBuilderBefore(walk->builder, LLVMGetFirstInstruction(copy->header));
	copy->turn = LLVMBuildPhi(walk->builder, wide(walk), "");
	LLVMValueRef end = LLVMGetBasicBlockTerminator(copy->latch);
	aw_llvm_at(walk->builder, end);
	values[1] = LLVMBuildNUWAdd(walk->builder, copy->turn, number(walk, 1), "");
	LLVMAddIncoming(copy->turn, values, from, 2);
	LLVMValueRef more = LLVMBuildICmp(walk->builder, LLVMIntNE, values[1], turns, "");
	LLVMBuildCondBr(walk->builder, more, copy->header, behind);
	aw_llvm_erase(end);
}

static LLVMValueRef build_splat(const struct walk *walk, LLVMTypeRef type, LLVMValueRef scalar)
{
	LLVMValueRef resized = LLVMBuildIntCast2(walk->builder, scalar, LLVMGetElementType(type), false, "");
	LLVMValueRef first = LLVMBuildInsertElement(walk->builder, LLVMGetPoison(type), resized, number(walk, 0), "");
	LLVMTypeRef order = LLVMVectorType(LLVMInt32TypeInContext(walk->unit->context), LLVMGetVectorSize(type));
	return LLVMBuildShuffleVector(walk->builder, first, LLVMGetPoison(type), LLVMConstNull(order), "");
}

// In the copy of a ragged loop the number of the turn says which lanes take part in the next one.
static void mask_by_turn(const struct walk *walk, const struct copy *copy)
{
	LLVMValueRef next = aw_llvm_incoming(copy->mask, copy->latch);
	aw_llvm_at(walk->builder, next);
	LLVMValueRef turn = LLVMBuildNUWAdd(walk->builder, copy->turn, number(walk, 1), "");
	turn = build_splat(walk, LLVMTypeOf(walk->left), turn);
	aw_llvm_replace(next, LLVMBuildICmp(walk->builder, LLVMIntULT, turn, walk->left, ""));
}

// In the copy MOVE is one of its kept vectors.
static void replace_move(const struct walk *walk, const struct move *move, LLVMValueRef call, LLVMValueRef row, LLVMValueRef turn)
{
	if (!move->value) {
		aw_llvm_at(walk->builder, call);
		aw_llvm_replace(call, LLVMBuildLoad2(walk->builder, vector_of(move), kept_place(walk, move, turn), ""));
		return;
	}
	LLVMValueRef value = LLVMGetOperand(call, 0);
	assert(LLVMTypeOf(value) == vector_of(move));
	for (int i = 0; i < 2; i++) {
		LLVMValueRef old = i ? row : call;
		if (!old)
			continue;
		aw_llvm_at(walk->builder, old);
		LLVMBuildStore(walk->builder, value, kept_place(walk, move, turn));
		aw_llvm_erase(old);
	}
}

static void make_kept(const struct walk *walk, struct move *move)
{
	LLVMPositionBuilderBefore(walk->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(walk->function)));
	LLVMSetCurrentDebugLocation2(walk->builder, NULL);
	move->kept = LLVMBuildAlloca(walk->builder, LLVMArrayType2(vector_of(move), walk->turns), "kept");
	LLVMSetAlignment(move->kept, LINE);
}

static LLVMBasicBlockRef append(const struct walk *walk, const char *name)
{
	return LLVMAppendBasicBlockInContext(walk->unit->context, walk->function, name);
}

// WAY leads to the loop.  ASK, in front of it, has a phi for each of the header's, which a strip hands on at its end BEHIND.
static void carry(const struct walk *walk, const struct copy *copy, LLVMBasicBlockRef ask, LLVMBasicBlockRef behind)
{
	LLVMPositionBuilderAtEnd(walk->builder, ask);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(walk->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef own = aw_loop_copy_value(&copy->loop, phi), carried = LLVMBuildPhi(walk->builder, LLVMTypeOf(phi), "");
		LLVMValueRef values[] = { aw_llvm_incoming(phi, copy->way), aw_llvm_incoming(own, copy->latch) };
		LLVMBasicBlockRef from[] = { walk->before, behind };
		LLVMAddIncoming(carried, values, from, 2);
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			if (LLVMGetIncomingBlock(phi, i) == copy->way)
				LLVMSetOperand(phi, i, carried);
			if (LLVMGetIncomingBlock(own, i) == copy->own_way)
				LLVMSetOperand(own, i, carried);
		}
	}
}

static void make_strips(struct walk *walk)
{
	LLVMBuilderRef builder = walk->builder;
	struct copy copy = { 0 };
	for (unsigned i = 0; i < walk->count; i++)
		make_kept(walk, &walk->moves[i]);
	LLVMBasicBlockRef way = aw_llvm_split_edges(walk->before, walk->header);
	LLVMBasicBlockRef ask = append(walk, "strip"), load = append(walk, "strip.load"), behind = append(walk, "strip.store");
	copy_loop(walk, way, &copy);
	carry(walk, &copy, ask, behind);
	LLVMValueRef counter = aw_llvm_incoming(walk->counter, way), turns = number(walk, walk->turns), test;
	LLVMPositionBuilderAtEnd(builder, ask);
	if (walk->mask)
		test = build_ragged_test(walk, counter, aw_llvm_incoming(walk->mask, way), &turns);
	else
		test = build_test(walk, counter);
	LLVMBuildCondBr(builder, test, load, way);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(walk->before);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == way)
			LLVMSetSuccessor(end, i, ask);
	LLVMPositionBuilderAtEnd(builder, load);
	for (unsigned i = 0; i < walk->count; i++)
		if (!walk->moves[i].value)
			load_rows(walk, &walk->moves[i]);
	LLVMBuildBr(builder, copy.own_way);
	count_turns(walk, &copy, turns, behind);
	if (walk->mask)
		mask_by_turn(walk, &copy);
	for (unsigned i = 0; i < walk->count; i++)
		replace_move(walk, &walk->moves[i], copy.calls[i], copy.rows[i], copy.turn);
	LLVMPositionBuilderAtEnd(builder, behind);
	for (unsigned i = 0; i < walk->count; i++)
		if (walk->moves[i].value)
			store_rows(walk, &walk->moves[i]);
	LLVMBuildBr(builder, ask);
	aw_loop_copy_finish(&copy.loop);
}

// --- the pass ---

static bool try_loop(struct walk *walk)
{
	walk->count = walk->turns = 0;
	walk->stores = false;
	walk->mask = NULL;
	return is_innermost(walk) && find_ways(walk) && (find_counter(walk) || find_ragged_counter(walk)) && find_moves(walk) &&
	       walk->turns >= 2;
}

// Makes strips of the first loop that can be and has none; DONE: the headers of those that have.
static bool make_one(struct aw_unit *unit, LLVMValueRef function, struct aw_map *done)
{
	struct walk walk = { .unit = unit, .builder = unit->builder, .function = function };
	bool found = false;
	aw_cfg_init(&walk.cfg, function);
	aw_loops_init(&walk.loops, &walk.cfg);
	aw_dominators_init(&walk.dominators, &walk.cfg.graph, 0);
	for (walk.loop = 0; walk.loop < walk.loops.loops.count && !found; walk.loop++) {
		LLVMBasicBlockRef header = walk.cfg.blocks[walk.loops.loops.items[walk.loop].header];
		if (aw_map_get(done, header) || !try_loop(&walk))
			continue;
		aw_need(aw_map_put(done, header, header));
		make_strips(&walk);
		found = true;
		break;
	}
	aw_dominators_finish(&walk.dominators);
	aw_loops_finish(&walk.loops);
	aw_cfg_finish(&walk.cfg);
	return found;
}

bool aw_simd_strip_pieces(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_map done = { 0 };
	bool changed = false;
	while (make_one(unit, function, &done))
		changed = true;
	aw_map_finish(&done);
	return changed;
}
