// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of shared memory that gangs have for themselves.  In a step of a bitonic sort, a fast transform or a merge
//
//     place = 2 * t - (t & (d - 1));  a = s[place];  b = s[place + d];  …  s[place] = …;  s[place + d] = …;  __syncthreads();
//
// with a distance d of no more than a gang's lanes, each gang reads and writes a window of s that no other touches.  So it may make several
// such steps one after the other before another gang makes any: the barrier between them separates nothing.
//
// Which gang of a block that is a row touches which byte is known (simd_touches.h), as far as the threads' numbers tell.  What hangs
// together without a barrier that stays is a stretch.  A barrier goes when in the two stretches that it parts, taken together, each object
// in memory
//     is only read,
//     or is touched in one of them alone,
//     or is a variable in shared memory of which no gang touches a byte that another one writes.
// Where both are the same stretch, as in a loop, what is touched in one alone doesn't count.
//
// The call stays until the code of gangs is built (aw_simd_is_relaxed), as the lanes of a gang still need it: what stands behind it in a
// gang's code comes after all that stands before, of all lanes.  Blocks of several rows have other forms.
//
// Then, in what is so known to be a gang's own,
//
//     if (c) { s[p] = b; s[q] = a; }      where a and b were loaded from there
//
// becomes s[p] = c ? b : a, if no two threads store to one place; and what depends on the gang alone, or on the lane alone, as which half
// goes down does for each size, is computed of that alone.  Stores that write all of a window make it one (simd_window.c).
#include "simd_windows.h"

#include <assert.h>

#include "../analysis/need.h"
#include "simd_touches.h"

enum { MOST_ACCESSES = 1000, MOST_STORES = 8 };

// --- marks ---

static unsigned mark_kind(LLVMValueRef call)
{
	static const char mark[] = "aw.gangs.own";
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(call)), mark, sizeof(mark) - 1);
}

static void mark(LLVMValueRef call)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
	LLVMSetMetadata(call, mark_kind(call), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

bool aw_simd_is_relaxed(LLVMValueRef barrier)
{
	return LLVMHasMetadata(barrier) && LLVMGetMetadata(barrier, mark_kind(barrier));
}

// --- barriers ---

// Whether nothing goes from gang to gang by what ACCESS touches when stretches A and B are one.
static bool stays_apart(const struct aw_touches *touches, const struct aw_touch *access, uint32_t a, uint32_t b)
{
	bool writes = false, here = false, there = false;
	for (size_t i = 0; i < touches->list.count; i++) {
		const struct aw_touch *other = &touches->list.items[i];
		if (!aw_touch_is_in(touches, other, a, b) || (access->object && other->object && access->object != other->object))
			continue;
		writes |= other->writes;
		here |= aw_touches_stretch(touches, other->stretch) == a;
		there |= aw_touches_stretch(touches, other->stretch) == b;
	}
	return !writes || (a != b && !(here && there)) || aw_touches_own(touches, access->object, a, b);
}

static bool parts_nothing(const struct aw_touches *touches, uint32_t a, uint32_t b)
{
	struct aw_map asked = { 0 };
	bool apart = true;
	for (size_t i = 0; apart && i < touches->list.count; i++) {
		const struct aw_touch *access = &touches->list.items[i];
		const void *key = access->object ? (const void *)access->object : (const void *)touches;
		if (!aw_touch_is_in(touches, access, a, b) || aw_map_get(&asked, key))
			continue;
		aw_need(aw_map_put(&asked, key, touches->function));
		apart = stays_apart(touches, access, a, b);
	}
	aw_map_finish(&asked);
	return apart;
}

// Whether of several gangs one alone stores to shared memory in STRETCH, as in the last steps of a tree: then the others are better off
// with nothing to do there than to find so at each step (gang_reach.c).
static bool is_of_one(const struct aw_touches *touches, uint32_t stretch)
{
	unsigned first = touches->threads, last = 0;
	for (size_t i = 0; i < touches->list.count; i++) {
		const struct aw_touch *touch = &touches->list.items[i];
		if (!touch->writes || !touch->present || aw_touches_stretch(touches, touch->stretch) != stretch)
			continue;
		for (unsigned t = 0; t < touches->threads; t++)
			if (touch->present[t]) {
				first = t < first ? t : first;
				last = t > last ? t : last;
			}
	}
	return first <= last && first / touches->width == last / touches->width && touches->width < touches->threads;
}

bool aw_simd_is_plain_barrier(const struct aw_unit *unit, LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = LLVMIsACallInst(instruction) ? aw_intrinsic_of(instruction) : NULL;
	return row && !(row->flags & AW_INTRINSIC_GRID) && aw_simd_is_barrier(unit, instruction) &&
	       LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind;
}

static bool touches_something(const struct aw_touches *touches, uint32_t stretch)
{
	for (size_t i = 0; i < touches->list.count; i++)
		if (aw_touches_stretch(touches, touches->list.items[i].stretch) == stretch)
			return true;
	return false;
}

// Joins what barriers part that go, and MARKS them; returns how many have something on both sides.
static unsigned relax_all(struct aw_touches *touches, bool marks)
{
	unsigned count = 0;
	AW_FOR_BLOCKS(block, touches->function) {
		uint32_t stretch = aw_touches_first(touches, block);
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!aw_simd_is_barrier(touches->unit, instruction) || aw_simd_is_relaxed(instruction))
				continue;
			stretch++;
			uint32_t before = aw_touches_stretch(touches, stretch - 1), behind = aw_touches_stretch(touches, stretch);
			if (!aw_simd_is_plain_barrier(touches->unit, instruction) || is_of_one(touches, before) || is_of_one(touches, behind) ||
			    !parts_nothing(touches, before, behind))
				continue;
			count += touches_something(touches, before) && touches_something(touches, behind);
			aw_touches_join(touches, stretch - 1, stretch);
			if (marks)
				mark(instruction);
		}
	}
	return count;
}

// --- stores under a condition ---

// What a thread may do that doesn't want it.
static bool is_harmless(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
		return false;
	case LLVMSelect: case LLVMICmp: case LLVMFCmp: case LLVMGetElementPtr: case LLVMExtractValue: case LLVMInsertValue:
	case LLVMFNeg: case LLVMFreeze:
		return true;
	default:
		return LLVMIsABinaryOperator(instruction) || LLVMIsACastInst(instruction);
	}
}

// The load of what STORE writes over, in its block or at the end of FROM, behind which nothing but other stores of its block
// is written; NULL: there is none.
static LLVMValueRef loaded_before(LLVMBasicBlockRef from, LLVMValueRef store)
{
	LLVMBasicBlockRef own = LLVMGetInstructionParent(store);
	for (LLVMValueRef i = LLVMGetPreviousInstruction(store); i || own != from; i = LLVMGetPreviousInstruction(i)) {
		if (!i) {
			own = from;
			i = LLVMGetLastInstruction(from);
		}
		if (own == from && aw_llvm_may_write(i))
			return NULL;
		if (LLVMIsALoadInst(i) && aw_llvm_is_plain(i) && LLVMGetOperand(i, 0) == LLVMGetOperand(store, 1) &&
		    LLVMTypeOf(i) == LLVMTypeOf(LLVMGetOperand(store, 0)))
			return i;
	}
	return NULL;
}

// Whether what THREAD touches by TOUCH lies in the variable.
static bool lies_inside(const struct aw_touches *touches, const struct aw_touch *touch, unsigned thread)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(touches->unit->module);
	int64_t size = (int64_t)LLVMABISizeOfType(layout, LLVMGlobalGetValueType(touch->object));
	return touch->offsets[thread] >= 0 && touch->offsets[thread] + touch->size <= size;
}

// Whether there is no THREAD that comes to BLOCK, since it would access there what lies behind a variable.
static bool is_none(const struct aw_touches *touches, LLVMBasicBlockRef block, unsigned thread)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		const struct aw_touch *touch = aw_touches_of(touches, instruction);
		if (touch && touch->offsets && !LLVMIsDeclaration(touch->object) && !lies_inside(touches, touch, thread))
			return true;
	}
	return false;
}

// Whether LOAD may be made by all threads that come to FROM.
static bool may_load_always(struct aw_touches *touches, LLVMValueRef load, LLVMBasicBlockRef from)
{
	const struct aw_touch *touch = aw_touches_of(touches, load);
	const bool *present = aw_touches_present(touches, from);
	if (!touch || !touch->offsets || LLVMIsDeclaration(touch->object))
		return false;
	for (unsigned i = 0; i < touches->threads; i++)
		if (present[i] && !lies_inside(touches, touch, i) && !is_none(touches, from, i))
			return false;
	return true;
}

// Whether no two of the threads that come to FROM store to the same place of what FIRST does behind that in its block, or one does so
// twice.
static bool are_different_places(struct aw_touches *touches, const struct aw_touch *first, LLVMBasicBlockRef from)
{
	struct aw_map taken = { 0 };
	const bool *present = aw_touches_present(touches, from);
	bool different = true;
	for (LLVMValueRef i = first->instruction; i; i = LLVMGetNextInstruction(i)) {
		const struct aw_touch *touch = LLVMIsAStoreInst(i) ? aw_touches_of(touches, i) : NULL;
		if (!touch || touch->object != first->object)
			continue;
		for (unsigned t = 0; t < touches->threads && different; t++) {
			const char *place = (const char *)touch->object + touch->offsets[t];
			different = touch->size == first->size && (touch->offsets[t] - first->offsets[0]) % touch->size == 0 &&
			            (!present[t] || !aw_map_get(&taken, place));
			if (present[t])
				aw_need(aw_map_put(&taken, place, touches->function));
		}
	}
	aw_map_finish(&taken);
	return different;
}

// What was last asked of aw_touches_own.
struct asked {
	LLVMValueRef object;
	uint32_t stretch;
	bool own;
};

static bool is_own(const struct aw_touches *touches, const struct aw_touch *touch, struct asked *asked)
{
	uint32_t stretch = aw_touches_stretch(touches, touch->stretch);
	if (asked->object != touch->object || asked->stretch != stretch)
		*asked = (struct asked){ touch->object, stretch, aw_touches_own(touches, touch->object, stretch, stretch) };
	return asked->own;
}

// Whether all that BLOCK does, to which FROM's condition leads, may be done without it.
static bool may_store_always(struct aw_touches *touches, LLVMBasicBlockRef block, LLVMBasicBlockRef from, struct asked *asked)
{
	unsigned stores = 0;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != end; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsAStoreInst(i)) {
			if (LLVMIsALoadInst(i) ? !may_load_always(touches, i, from) : !is_harmless(i))
				return false;
			continue;
		}
		const struct aw_touch *access = aw_touches_of(touches, i);
		if (!access || !access->offsets || !loaded_before(from, i) || !is_own(touches, access, asked) ||
		    !are_different_places(touches, access, from))
			return false;
		stores++;
	}
	return stores && stores <= MOST_STORES;
}

// Whether BLOCK is come to from FROM alone, and leads to TO alone.
static bool lies_between(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	return aw_llvm_only_way_to(block) == from && LLVMIsABranchInst(end) && !LLVMIsConditional(end) && LLVMGetSuccessor(end, 0) == to;
}

static bool has_two_ways(LLVMBasicBlockRef block)
{
	unsigned count = 0;
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block))
		count += LLVMIsATerminatorInst(LLVMGetUser(use)) != NULL;
	return count == 2;
}

// Moves what BLOCK does to the end of FROM, whose CONDITION leads there if it is HOLDS, and behind it to TO, as EMPTY does.
static void store_always(struct aw_touches *touches, LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef empty, bool holds)
{
	LLVMBuilderRef builder = touches->unit->builder;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from), condition = LLVMGetCondition(end);
	LLVMBasicBlockRef to = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
	LLVMValueRef loads[MOST_STORES];
	unsigned count = 0;
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (LLVMIsAStoreInst(instruction))
			loads[count++] = loaded_before(from, instruction);
	assert(count && count <= MOST_STORES);
	count = 0;
	AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
		if (LLVMIsATerminatorInst(instruction))
			break;
		LLVMValueRef load = LLVMIsAStoreInst(instruction) ? loads[count++] : NULL, value = LLVMGetOperand(instruction, 0);
		LLVMInstructionRemoveFromParent(instruction);
		LLVMPositionBuilderBefore(builder, end);
		LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
		if (load)
			LLVMSetOperand(instruction, 0, LLVMBuildSelect(builder, condition, holds ? value : load, holds ? load : value, ""));
		LLVMInsertIntoBuilder(builder, instruction);
	}
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMValueRef stored = aw_llvm_incoming(phi, block), other = aw_llvm_incoming(phi, empty);
		aw_llvm_at(builder, end);
		aw_llvm_replace(phi, LLVMBuildSelect(builder, condition, holds ? stored : other, holds ? other : stored, ""));
	}
	aw_llvm_end_anew(builder, from, NULL, to, NULL);
	aw_llvm_erase_block(block);
	aw_llvm_erase_block(empty);
}

static void store_own(struct aw_touches *touches)
{
	struct asked asked = { NULL, 0, false };
	AW_FOR_BLOCKS(from, touches->function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
		if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
			continue;
		for (unsigned k = 0; k < 2; k++) {
			LLVMBasicBlockRef block = LLVMGetSuccessor(end, k), empty = LLVMGetSuccessor(end, !k);
			LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
			LLVMBasicBlockRef to = LLVMGetNumSuccessors(last) == 1 ? LLVMGetSuccessor(last, 0) : NULL;
			if (!to || block == empty || !LLVMIsATerminatorInst(LLVMGetFirstInstruction(empty)) || !lies_between(from, block, to) ||
			    !lies_between(from, empty, to) || !has_two_ways(to) || !may_store_always(touches, block, from, &asked))
				continue;
			store_always(touches, from, block, empty, k == 0);
			break;
		}
	}
}

// --- conditions on the gang, and on the lane ---

// VALUE, where the builder stands, with x & MASK in the place of a thread's x.  MADE: what was made so.
static LLVMValueRef rebuild(struct aw_touches *touches, struct aw_map *made, LLVMValueRef value, uint64_t mask)
{
	LLVMBuilderRef builder = touches->unit->builder;
	if (!LLVMIsAInstruction(value))
		return value;
	LLVMValueRef known = aw_map_get(made, value), copy;
	if (known)
		return known;
	if (LLVMIsACallInst(value)) {
		copy = LLVMBuildAnd(builder, value, LLVMConstInt(LLVMTypeOf(value), mask, true), "");
	} else {
		LLVMValueRef operands[3];
		unsigned count = (unsigned)LLVMGetNumOperands(value);
		assert(count <= 3 && "more than aw_thread_numbers_of looks through");
		for (unsigned i = 0; i < count; i++)
			operands[i] = rebuild(touches, made, LLVMGetOperand(value, i), mask);
		copy = LLVMInstructionClone(value);
		for (unsigned i = 0; i < count; i++)
			LLVMSetOperand(copy, i, operands[i]);
		LLVMInsertIntoBuilder(builder, copy);
		aw_llvm_drop_promises(copy);
	}
	aw_need(aw_map_put(made, value, copy));
	return copy;
}

// Has conditions that all lanes of each gang agree on, or that are the same in all gangs, be made of what tells so.
static void split_conditions(struct aw_touches *touches)
{
	AW_FOR_BLOCKS(block, touches->function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			const int64_t *list = LLVMIsAICmpInst(instruction) ? aw_thread_numbers_of(&touches->numbers, instruction) : NULL;
			bool of_gang = true, of_lane = true;
			for (unsigned i = 0; list && i < touches->threads; i++) {
				of_gang &= list[i] == list[i - i % touches->width];
				of_lane &= list[i] == list[i % touches->width];
			}
			if (!list || (!of_gang && !of_lane))
				continue;
			struct aw_map made = { 0 };
			aw_llvm_at(touches->unit->builder, instruction);
			LLVMValueRef copy = rebuild(touches, &made, instruction, of_gang ? -(uint64_t)touches->width : touches->width - 1);
			aw_llvm_replace(instruction, copy);
			aw_map_finish(&made);
		}
}

unsigned aw_simd_count_relaxed(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads)
{
	struct aw_touches touches;
	aw_touches_init(&touches, unit, function, gang, threads);
	unsigned count = touches.list.count <= MOST_ACCESSES ? relax_all(&touches, false) : 0;
	aw_touches_finish(&touches);
	return count;
}

// Takes from accesses what LLVM knows of others by their types: a barrier kept their order, whatever these are, and a gang's own must keep
// it still.
static void forget_types(const struct aw_touches *touches)
{
	for (size_t i = 0; i < touches->list.count; i++)
		aw_llvm_forget_aliasing(touches->list.items[i].instruction);
}

bool aw_simd_relax_barriers(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads)
{
	struct aw_touches touches;
	if (!aw_simd_has_barrier(unit, function) || !aw_simd_has_shared_exchange(function))
		return false;
	aw_touches_init(&touches, unit, function, gang, threads);
	bool relaxed = touches.list.count <= MOST_ACCESSES && relax_all(&touches, true) > 0;
	if (relaxed) {
		forget_types(&touches);
		store_own(&touches);
		split_conditions(&touches);
	}
	aw_touches_finish(&touches);
	return relaxed;
}

