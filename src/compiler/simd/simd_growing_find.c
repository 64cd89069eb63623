// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the numbers of a local array grow slowly, as those of a table of dynamic programming that is kept as one row:
//
//     for (i = 0; i < rows; i++)
//         for (j = 0; j < columns; j++)
//             row[j + 1] = min(min(row[j + 1], row[j]) + 1, diagonal + (a[i] != b[j]))
//
// All numbers are constants, bits, counters, or made of the array's own by adding little, choosing, least and greatest ones: none is
// negative.  Let B be the greatest of the array's numbers, and of those carried around the outer loop, when a turn of that begins, or the
// greatest constant or counter, if that is more.  What is computed in the turn is at most B and a rank, by rules: the lesser rank of two
// for their least one, the greater for others, one more for what 1 is added to.  One store alone lets numbers grow, in the inner loop, to
// another element in each turn.  So what is loaded from the same element before it in the same turn hasn't been stored in this turn of
// the outer loop and has rank 0; else what is loaded may have the store's rank.  B goes up by the greatest rank that is stored or carried
// at most, in as many turns as the outer loop's counter says: with ranks up to R and counters that end at K or before, no number is
// greater than K * (1 + R) + R.
#include "simd_growing.h"

#include <assert.h>

enum { MOST_ELEMENTS = 1024, MOST_MEMBERS = 64, MOST_ROUNDS = 16, MOST_RANK = 8, MOST_START = 8, LEAST_LIMIT = 32, BYTE = 255 };

static uint32_t loop_around(const struct aw_growing *growing, LLVMValueRef instruction)
{
	uint32_t block = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(instruction));
	return block == AW_NONE ? AW_NONE : growing->loops.innermost[block];
}

// --- the array's accesses ---

static bool is_number(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32;
}

static bool add_access(struct aw_growing *growing, LLVMValueRef user, LLVMValueRef address)
{
	if (LLVMIsALoadInst(user) && aw_llvm_is_plain(user) && is_number(LLVMTypeOf(user))) {
		aw_need(aw_vec_push(&growing->loads, user));
		return true;
	}
	if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != address || LLVMGetOperand(user, 0) == address ||
	    !aw_llvm_is_plain(user) || !is_number(LLVMTypeOf(LLVMGetOperand(user, 0))))
		return false;
	aw_need(aw_vec_push(&growing->stores, user));
	return true;
}

// The element that ADDRESS, the array or a step into it, is, as an operand of it; false: it is none.
static bool read_address(const struct aw_growing *growing, LLVMValueRef address, LLVMValueRef *index)
{
	int64_t zero;
	*index = NULL;
	if (address == growing->array)
		return true;
	if (!LLVMIsAGetElementPtrInst(address) || LLVMGetOperand(address, 0) != growing->array)
		return false;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	unsigned count = (unsigned)LLVMGetNumOperands(address);
	*index = LLVMGetOperand(address, count - 1);
	if (is_number(type))
		return count == 2;
	return LLVMGetTypeKind(type) == LLVMArrayTypeKind && is_number(LLVMGetElementType(type)) && count == 3 &&
	       aw_llvm_constant(LLVMGetOperand(address, 1), &zero) && zero == 0;
}

LLVMValueRef aw_growing_index(const struct aw_growing *growing, LLVMValueRef address, uint64_t *constant)
{
	LLVMValueRef index;
	int64_t number = 0;
	bool good = read_address(growing, address, &index);
	assert(good && "find_accesses has seen it");
	(void)good;
	*constant = 0;
	if (index && !aw_llvm_constant(index, &number))
		return index;
	*constant = (uint64_t)number;
	return NULL;
}

static bool find_accesses(struct aw_growing *growing)
{
	LLVMTypeRef type = LLVMGetAllocatedType(growing->array);
	LLVMValueRef index;
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind || !is_number(LLVMGetElementType(type)) || LLVMGetArrayLength2(type) > MOST_ELEMENTS)
		return false;
	AW_FOR_USES(use, growing->array) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_starts_with(aw_llvm_callee_name(user), "llvm.lifetime."))
			continue;
		if (!LLVMIsAGetElementPtrInst(user)) {
			if (!add_access(growing, user, growing->array))
				return false;
			continue;
		}
		if (!read_address(growing, user, &index))
			return false;
		AW_FOR_USES(step, user)
			if (!add_access(growing, LLVMGetUser(step), user))
				return false;
	}
	return growing->loads.count && growing->stores.count;
}

// --- counters ---

// Reads the counter that PHI, of the header of LOOP, is, by the only test for another turn.
static bool read_counter(struct aw_growing *growing, LLVMValueRef phi, uint32_t loop, struct aw_growing_counter *counter)
{
	int64_t start, step;
	if (!growing->loops.loops.items[loop].reducible || LLVMCountIncoming(phi) != 2)
		return false;
	bool back = aw_growing_is_in(growing, loop, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, 1)));
	LLVMBasicBlockRef latch = LLVMGetIncomingBlock(phi, back), header = LLVMGetInstructionParent(phi);
	LLVMValueRef next = LLVMGetIncomingValue(phi, back), end = LLVMGetBasicBlockTerminator(latch);
	if (aw_growing_is_in(growing, loop, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, !back))) ||
	    !aw_llvm_constant(LLVMGetIncomingValue(phi, !back), &start) || start < 0 || start > MOST_START ||
	    !aw_llvm_is_op(next, LLVMAdd) || LLVMGetOperand(next, 0) != phi || !aw_llvm_constant(LLVMGetOperand(next, 1), &step) ||
	    step != 1 || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
		return false;
	LLVMValueRef comparison = LLVMGetCondition(end);
	bool again = LLVMGetSuccessor(end, 0) == header;
	if (!LLVMIsAICmpInst(comparison) || LLVMGetOperand(comparison, 0) != next || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1) ||
	    LLVMGetICmpPredicate(comparison) != (again ? LLVMIntNE : LLVMIntEQ) || aw_growing_is_in(growing, loop, LLVMGetOperand(comparison, 1)))
		return false;
	*counter = (struct aw_growing_counter){ loop, phi, next, comparison, LLVMGetOperand(comparison, 1), (uint64_t)start };
	return true;
}

// Adds the counter of which VALUE is this turn's number or the next one, if it is; what is added once is found again.
static bool add_counter(struct aw_growing *growing, LLVMValueRef value)
{
	struct aw_growing_counter counter;
	LLVMValueRef phi = aw_llvm_is_op(value, LLVMAdd) ? LLVMGetOperand(value, 0) : value;
	for (size_t i = 0; i < growing->counters.count; i++)
		if (growing->counters.items[i].phi == value || growing->counters.items[i].next == value)
			return true;
	if (!LLVMIsAPHINode(phi))
		return false;
	uint32_t header = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(phi)), loop = growing->loops.innermost[header];
	if (loop == AW_NONE || growing->loops.loops.items[loop].header != header || !read_counter(growing, phi, loop, &counter) ||
	    (value != counter.phi && value != counter.next))
		return false;
	aw_need(aw_vec_push(&growing->counters, counter));
	return true;
}

// Adds a counter of LOOP, whose end says how many turns it makes.
static bool add_counter_of(struct aw_growing *growing, uint32_t loop)
{
	LLVMBasicBlockRef header = growing->cfg.blocks[growing->loops.loops.items[loop].header];
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (add_counter(growing, phi))
			return true;
	return false;
}

// --- numbers ---

LLVMValueRef aw_growing_uncut(LLVMValueRef leaf)
{
	return LLVMIsATruncInst(leaf) ? LLVMGetOperand(leaf, 0) : leaf;
}

// The most that VALUE is, made of constants and bits alone; below 0: it isn't, or may be negative.
static int64_t most_of(LLVMValueRef value, unsigned depth)
{
	enum { DEEP = 3 };
	int64_t number;
	if (aw_llvm_constant(value, &number))
		return number <= BYTE ? number : -1;
	if (LLVMIsAZExtInst(value) && aw_llvm_integer_bits(LLVMGetOperand(value, 0)) == 1)
		return 1;
	bool select = LLVMIsASelectInst(value);
	if (depth == DEEP || (!select && !(aw_llvm_is_op(value, LLVMAdd) && LLVMIsAInstruction(value))))
		return -1;
	int64_t a = most_of(LLVMGetOperand(value, select), depth + 1), b = most_of(LLVMGetOperand(value, 1 + select), depth + 1);
	return a < 0 || b < 0 ? -1 : !select ? a + b : a > b ? a : b;
}

bool aw_growing_is_leaf(struct aw_growing *growing, LLVMValueRef value)
{
	int64_t most = most_of(value, 0);
	if (most > (int64_t)growing->constant)
		growing->constant = (uint64_t)most;
	return most >= 0 || (LLVMIsAInstruction(value) && add_counter(growing, aw_growing_uncut(value)));
}

enum kind { NONE, LEAST, GREATEST, CHOICE, SUM };

static enum kind kind_of(LLVMValueRef value)
{
	const char *name = aw_llvm_callee_name(value);
	if (aw_starts_with(name, "llvm.smin.") || aw_starts_with(name, "llvm.umin."))
		return LEAST;
	if (aw_starts_with(name, "llvm.smax.") || aw_starts_with(name, "llvm.umax."))
		return GREATEST;
	if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value))
		return CHOICE;
	if (!aw_llvm_is_op(value, LLVMAdd) || !LLVMIsAInstruction(value))
		return NONE;
	int64_t more = most_of(LLVMGetOperand(value, 1), 0);
	return more >= 0 && more <= MOST_RANK ? SUM : NONE;
}

// Which operands of MEMBER are numbers: from *FIRST on, as many as are returned.
static unsigned numbers_of(LLVMValueRef member, unsigned *first)
{
	*first = LLVMIsASelectInst(member) ? 1 : 0;
	if (LLVMIsAPHINode(member))
		return LLVMCountIncoming(member);
	return kind_of(member) == SUM ? 1 : 2;
}

static bool add_number(struct aw_growing *growing, LLVMValueRef value)
{
	if (aw_map_get(&growing->ranks, value) || aw_growing_is_leaf(growing, value))
		return true;
	if (!LLVMIsAInstruction(value) || kind_of(value) == NONE || growing->members.count == MOST_MEMBERS)
		return false;
	aw_need(aw_map_put(&growing->ranks, value, (void *)(uintptr_t)1));
	aw_need(aw_vec_push(&growing->members, value));
	return true;
}

// Finds what the stored numbers are made of.
static bool find_numbers(struct aw_growing *growing)
{
	bool good = true;
	for (size_t i = 0; i < growing->loads.count; i++)
		aw_need(aw_map_put(&growing->ranks, growing->loads.items[i], (void *)(uintptr_t)1));
	for (size_t i = 0; i < growing->stores.count && good; i++)
		good = add_number(growing, LLVMGetOperand(growing->stores.items[i], 0));
	for (size_t i = 0; i < growing->members.count && good; i++) {
		unsigned first, count = numbers_of(growing->members.items[i], &first);
		for (unsigned k = 0; k < count && good; k++)
			good = add_number(growing, LLVMGetOperand(growing->members.items[i], first + k));
	}
	return good;
}

// --- the loops ---

// Whether the growing store goes to another element in each turn of its loop.
static bool moves_on(struct aw_growing *growing)
{
	uint64_t constant;
	LLVMValueRef index = aw_growing_index(growing, LLVMGetOperand(growing->growing, 1), &constant);
	for (size_t i = 0; i < growing->counters.count && index; i++) {
		const struct aw_growing_counter *counter = &growing->counters.items[i];
		if (counter->loop == growing->inner && (index == counter->phi || index == counter->next))
			return true;
	}
	return false;
}

// Finds the one store of what isn't a leaf, and its loops.
static bool find_loops(struct aw_growing *growing)
{
	for (size_t i = 0; i < growing->stores.count; i++) {
		LLVMValueRef store = growing->stores.items[i];
		if (!aw_map_get(&growing->ranks, LLVMGetOperand(store, 0)))
			continue;
		if (growing->growing)
			return false;
		growing->growing = store;
	}
	growing->inner = growing->growing ? loop_around(growing, growing->growing) : AW_NONE;
	growing->outer = growing->inner != AW_NONE ? growing->loops.loops.items[growing->inner].parent : AW_NONE;
	if (growing->outer == AW_NONE || growing->loops.loops.items[growing->outer].parent != AW_NONE ||
	    !growing->loops.loops.items[growing->inner].reducible || !add_counter_of(growing, growing->inner) ||
	    !add_counter_of(growing, growing->outer) || !moves_on(growing))
		return false;
	for (size_t i = 0; i < growing->members.count; i++) // what grows does so there
		if (kind_of(growing->members.items[i]) == SUM && !aw_growing_is_in(growing, growing->outer, growing->members.items[i]))
			return false;
	return true;
}

// --- ranks ---

static unsigned rank_of(const struct aw_growing *growing, LLVMValueRef value)
{
	uintptr_t rank = (uintptr_t)aw_map_get(&growing->ranks, value);
	return rank ? (unsigned)rank - 1 : 0;
}

static bool begins_turn(const struct aw_growing *growing, LLVMValueRef member)
{
	return LLVMIsAPHINode(member) &&
	       aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(member)) == growing->loops.loops.items[growing->outer].header;
}

// Whether LOAD may find what the growing store has stored in the same turn of the outer loop.
static bool may_be_stored(const struct aw_growing *growing, LLVMValueRef load)
{
	LLVMValueRef store = growing->growing;
	if (!aw_growing_is_in(growing, growing->outer, load))
		return false;
	uint32_t from = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(load));
	uint32_t to = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(store));
	bool before = from == to ? aw_llvm_comes_up_to(load, store) : aw_dominates(&growing->dominators, from, to);
	return !before || loop_around(growing, load) != growing->inner || LLVMGetOperand(load, 0) != LLVMGetOperand(store, 1);
}

static unsigned computed_rank(const struct aw_growing *growing, LLVMValueRef member)
{
	enum kind kind = kind_of(member);
	unsigned first, count = numbers_of(member, &first), rank = rank_of(growing, LLVMGetOperand(member, first));
	for (unsigned i = 1; i < count; i++) {
		unsigned other = rank_of(growing, LLVMGetOperand(member, first + i));
		rank = (kind == LEAST) == (other < rank) ? other : rank;
	}
	return kind == SUM ? rank + (unsigned)most_of(LLVMGetOperand(member, 1), 0) : rank;
}

// Gives VALUE, a load or a member, its rank; whether that is another than before.
static bool set_rank(struct aw_growing *growing, LLVMValueRef value, unsigned rank)
{
	bool other = rank != rank_of(growing, value);
	aw_need(aw_map_put(&growing->ranks, value, (void *)(uintptr_t)(rank + 1)));
	return other;
}

// Finds the ranks of all members, *MOST of them, and by how much numbers grow in a turn of the outer loop.
static bool find_ranks(struct aw_growing *growing, unsigned *most, unsigned *growth)
{
	bool again = true;
	*most = 0;
	for (unsigned round = 0; again && round < MOST_ROUNDS; round++) {
		again = false;
		for (size_t i = 0; i < growing->loads.count; i++)
			if (may_be_stored(growing, growing->loads.items[i]))
				again |= set_rank(growing, growing->loads.items[i], rank_of(growing, LLVMGetOperand(growing->growing, 0)));
		for (size_t i = 0; i < growing->members.count; i++) {
			LLVMValueRef member = growing->members.items[i];
			unsigned rank = begins_turn(growing, member) ? 0 : computed_rank(growing, member);
			again |= set_rank(growing, member, rank);
			*most = rank > *most ? rank : *most;
		}
	}
	*growth = rank_of(growing, LLVMGetOperand(growing->growing, 0));
	for (size_t i = 0; i < growing->members.count; i++)
		if (begins_turn(growing, growing->members.items[i])) {
			unsigned rank = computed_rank(growing, growing->members.items[i]);
			*growth = rank > *growth ? rank : *growth;
		}
	return !again && *most <= MOST_RANK;
}

bool aw_growing_find(struct aw_growing *growing, LLVMValueRef array)
{
	unsigned most, growth;
	growing->array = array;
	growing->constant = 1;
	if (!find_accesses(growing) || !find_numbers(growing) || !find_loops(growing) || !find_ranks(growing, &most, &growth))
		return false;
	growing->limit = (BYTE - most) / (1 + growth);
	return growing->limit >= LEAST_LIMIT && growing->constant <= growing->limit;
}
