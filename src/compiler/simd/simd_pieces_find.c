// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops can be made in strips (simd_pieces.c): how they count, where their gathers and scatters go from turn to turn, and what
// else is in them.
#include "simd_pieces.h"

#include "../analysis/access.h"
#include "simd.h"

enum { MOST_INSTRUCTIONS = 400, DEEP = 12 };

bool aw_pieces_in_loop(const struct aw_pieces *walk, LLVMValueRef value)
{
	return aw_loop_has_value(&walk->loops, &walk->cfg, walk->loop, value);
}

// --- moves ---

// How a value changes from turn to turn: not at all, by one (or by an element) in each lane, or otherwise.
enum change { STAYS, STEPS, OTHERWISE };

static enum change change_of(const struct aw_pieces *walk, struct aw_piece_move *move, LLVMValueRef value, unsigned depth);

static enum change change_of_sum(const struct aw_pieces *walk, struct aw_piece_move *move, LLVMValueRef sum, unsigned depth)
{
	enum change a = change_of(walk, move, LLVMGetOperand(sum, 0), depth), b = change_of(walk, move, LLVMGetOperand(sum, 1), depth);
	if (aw_llvm_is_op(sum, LLVMSub) && b != STAYS)
		return OTHERWISE;
	return a == STAYS ? b : b == STAYS ? a : OTHERWISE;
}

static enum change change_of_address(const struct aw_pieces *walk, struct aw_piece_move *move, LLVMValueRef address, unsigned depth)
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

static enum change change_of(const struct aw_pieces *walk, struct aw_piece_move *move, LLVMValueRef value, unsigned depth)
{
	if (!aw_pieces_in_loop(walk, value))
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
static LLVMValueRef row_beside(const struct aw_pieces *walk, LLVMValueRef scatter)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(scatter);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef before = aw_llvm_only_way_to(block);
	LLVMValueRef branch = before ? LLVMGetBasicBlockTerminator(before) : NULL;
	if (LLVMGetFirstInstruction(block) != scatter || LLVMGetNextInstruction(scatter) != end || LLVMGetNumSuccessors(end) != 1 ||
	    !branch || LLVMGetNumSuccessors(branch) != 2 || !aw_pieces_in_loop(walk, branch))
		return NULL;
	LLVMBasicBlockRef other = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block);
	LLVMValueRef store = LLVMGetFirstInstruction(other), after = LLVMGetBasicBlockTerminator(other);
	bool same = LLVMIsAStoreInst(store) && LLVMGetNextInstruction(store) == after && LLVMGetNumSuccessors(after) == 1 &&
	            LLVMGetSuccessor(after, 0) == LLVMGetSuccessor(end, 0) && LLVMGetOperand(store, 0) == LLVMGetOperand(scatter, 0);
	return same && !LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(end, 0))) ? store : NULL;
}

static bool runs_in_each_turn(const struct aw_pieces *walk, LLVMBasicBlockRef block)
{
	return aw_dominates(&walk->dominators, aw_cfg_number(&walk->cfg, block), walk->latch_number);
}

// What the lanes' POINTERS are steps from.
static LLVMValueRef base_of(LLVMValueRef pointers)
{
	for (LLVMValueRef scalar; LLVMIsAInstruction(pointers); pointers = scalar) {
		scalar = aw_llvm_is_op(pointers, LLVMGetElementPtr) || aw_llvm_is_op(pointers, LLVMFreeze) ? LLVMGetOperand(pointers, 0)
		       : LLVMIsAShuffleVectorInst(pointers)                                              ? aw_llvm_splat_scalar(pointers)
		                                                                                         : NULL;
		if (!scalar)
			break;
	}
	return pointers;
}

// Whether MOVE, if anything, is of memory of which the kernel was told where it is, or found it said in memory, or of shared memory.  By
// that lanes that go in step may exchange values, but not in a loop that only reads it or only writes it.
static bool is_of_known(struct aw_pieces *walk, const struct aw_piece_move *move)
{
	LLVMValueRef base = base_of(move->pointers);
	bool shared = LLVMGetTypeKind(LLVMTypeOf(base)) == LLVMPointerTypeKind && aw_access_is_shared(base);
	walk->reads_shared |= shared && !move->value;
	walk->writes_shared |= shared && move->value;
	return shared || LLVMIsAArgument(base) || LLVMIsALoadInst(base) || aw_access_is_gather(base);
}

// Where the gang decides how it does MOVE.
static LLVMBasicBlockRef block_of(const struct aw_piece_move *move)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(move->call);
	return move->row ? aw_llvm_only_way_to(block) : block;
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

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static bool add_move(struct aw_pieces *walk, LLVMValueRef call, bool scatter)
{
	if (walk->count == AW_PIECES_MOST_MOVES)
		return false;
	struct aw_piece_move move = { .call = call, .pointers = LLVMGetOperand(call, scatter) };
	move.value = scatter ? LLVMGetOperand(call, 0) : NULL;
	move.mask = LLVMGetOperand(call, scatter ? 3 : 2);
	if (LLVMIsASelectInst(move.pointers) && nowhere(LLVMGetOperand(move.pointers, 2)) &&
	    move.mask == LLVMConstAllOnes(LLVMTypeOf(move.mask))) {
		move.mask = LLVMGetOperand(move.pointers, 0);
		move.pointers = LLVMGetOperand(move.pointers, 1);
	}
	LLVMTypeRef type = LLVMTypeOf(scatter ? move.value : call), element = LLVMGetElementType(type);
	move.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(walk->unit->module), element);
	move.joined = move.size < AW_PIECES_WORD ? AW_PIECES_WORD / move.size : 1;
	bool right = walk->mask ? move.mask == walk->mask : !aw_pieces_in_loop(walk, move.mask);
	move.row = scatter ? row_beside(walk, call) : NULL;
	if (!right || (move.size & (move.size - 1)) || move.size > 8 || (walk->mask && move.joined > 1) ||
	    !runs_in_each_turn(walk, block_of(&move)) || !is_of_known(walk, &move) || change_of(walk, &move, move.pointers, DEEP) != STEPS)
		return false;
	walk->width = LLVMGetVectorSize(type);
	unsigned fits = AW_PIECES_LINE / move.size, most = move.joined * walk->width;
	walk->turns = least(walk->turns, least(fits, most));
	walk->stores |= scatter;
	walk->moves[walk->count++] = move;
	return true;
}

static bool is_scatter(LLVMValueRef instruction)
{
	return aw_starts_with(aw_llvm_callee_name(instruction), "llvm.masked.scatter.");
}

// Whether nothing but loads and stores has ADDRESS of a gang's memory.
static bool stays_here(LLVMValueRef address)
{
	AW_FOR_USES(use, address) {
		LLVMValueRef user = LLVMGetUser(use);
		const char *name = aw_llvm_callee_name(user);
		struct aw_access access;
		bool scatters = is_scatter(user) && LLVMGetOperand(user, 0) != address;
		bool moves = aw_access_find(user, &access) ? access.value != address
		           : scatters || aw_access_is_gather(user) || aw_starts_with(name, "llvm.lifetime.");
		bool leads_on = aw_llvm_is_op(user, LLVMGetElementPtr) && LLVMGetOperand(user, 0) == address;
		if (!moves && !(leads_on && stays_here(user)))
			return false;
	}
	return true;
}

// Whether POINTERS lead into local arrays, which no pointer leads into that the kernel was given.
static bool leads_to_own(LLVMValueRef pointers)
{
	LLVMValueRef memory = aw_llvm_object(pointers);
	return LLVMIsAAllocaInst(memory) && aw_simd_is_gang_memory(memory) && stays_here(memory);
}

static bool is_row_of_move(const struct aw_pieces *walk, LLVMValueRef store)
{
	for (unsigned i = 0; i < walk->count; i++)
		if (walk->moves[i].row == store)
			return true;
	return false;
}

// Collects the gathers and scatters; false where something else is in the way.  Rows beside scatters are looked at in a second round.
// In a ragged loop other gathers stay as they are: nothing is stored that would have to be ordered with them.
static bool take(struct aw_pieces *walk, LLVMValueRef instruction, bool *loads)
{
	const char *name = aw_llvm_callee_name(instruction);
	bool gathers = aw_access_is_gather(instruction), scatters = is_scatter(instruction);
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMCall:
		if ((gathers || scatters) && leads_to_own(LLVMGetOperand(instruction, scatters)))
			return true;
		if (gathers)
			return add_move(walk, instruction, false) || walk->mask;
		if (scatters)
			return !walk->mask && add_move(walk, instruction, true);
		*loads |= aw_starts_with(name, "llvm.masked.load.");
		return aw_starts_with(name, "llvm.masked.load.") ||
		       (aw_starts_with(name, "llvm.") && aw_llvm_has_no_memory(aw_llvm_callee(instruction)));
	case LLVMLoad:
		*loads |= !leads_to_own(LLVMGetOperand(instruction, 0));
		return aw_llvm_is_plain(instruction);
	case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr: case LLVMAlloca:
		return false;
	default:
		return true;
	}
}

static bool find_moves(struct aw_pieces *walk)
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
			if (LLVMIsAStoreInst(store) && !is_row_of_move(walk, store) && !goes_nowhere(store) &&
			    !leads_to_own(LLVMGetOperand(store, 1)))
				return false;
	return walk->count && !(loads && walk->stores) && !(walk->reads_shared && walk->writes_shared);
}

// --- the counter ---

// Takes the end from TEST of a next counter; whether the loop may go on while TEST says so.
static bool take_end(struct aw_pieces *walk, LLVMValueRef test)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	walk->end = LLVMGetOperand(test, 1);
	walk->below = predicate == LLVMIntSLT || predicate == LLVMIntULT ? predicate : 0;
	return walk->below || predicate == LLVMIntNE;
}

static bool read_end(struct aw_pieces *walk, LLVMValueRef branch, LLVMValueRef next)
{
	LLVMValueRef test = LLVMGetCondition(branch);
	if (!LLVMIsAICmpInst(test) || LLVMGetOperand(test, 0) != next || aw_pieces_in_loop(walk, LLVMGetOperand(test, 1)))
		return false;
	bool goes_on = take_end(walk, test);
	return LLVMGetSuccessor(branch, 0) == walk->header ? goes_on : LLVMGetICmpPredicate(test) == LLVMIntEQ;
}

// The mask of the lanes that take part in the next turn, where the latch ends the loop when none does; else NULL.
static LLVMValueRef next_mask(const struct aw_pieces *walk, LLVMValueRef branch)
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
static bool counts_in_lanes(struct aw_pieces *walk, LLVMValueRef next)
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
static bool find_ragged_counter(struct aw_pieces *walk)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(walk->latch);
	LLVMValueRef next = next_mask(walk, branch), test = next ? LLVMGetOperand(next, 1) : NULL;
	walk->mask = next ? LLVMGetOperand(next, 0) : NULL;
	if (!next || !LLVMIsAPHINode(walk->mask) || LLVMGetInstructionParent(walk->mask) != walk->header ||
	    aw_llvm_incoming(walk->mask, walk->latch) != next || !LLVMIsAICmpInst(test) || aw_pieces_in_loop(walk, LLVMGetOperand(test, 1)))
		return false;
	return take_end(walk, test) && counts_in_lanes(walk, LLVMGetOperand(test, 0));
}

// A counter by which the latch alone ends the loop.
static bool find_counter(struct aw_pieces *walk)
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

static bool is_innermost(const struct aw_pieces *walk)
{
	return walk->loops.loops.items[walk->loop].reducible && aw_loop_is_innermost(&walk->loops, walk->loop);
}

static bool ends_by_test(LLVMBasicBlockRef latch)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
	return LLVMIsABranchInst(end) && LLVMIsConditional(end);
}

// Whether control comes by one block, and leaves by one, the latch, which asks.
static bool find_ways(struct aw_pieces *walk)
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

bool aw_pieces_find(struct aw_pieces *walk)
{
	walk->count = 0;
	walk->turns = AW_PIECES_MOST_TURNS;
	walk->stores = walk->reads_shared = walk->writes_shared = false;
	walk->mask = NULL;
	return is_innermost(walk) && find_ways(walk) && (find_counter(walk) || find_ragged_counter(walk)) && find_moves(walk) &&
	       walk->turns >= AW_PIECES_WORD;
}
