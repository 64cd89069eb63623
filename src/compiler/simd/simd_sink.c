// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores that all ways to a meeting make to the same places. Of
//
//     if (solid[i]) { to[i] = a; to[i + n] = b; } else { to[i] = x; to[i + n] = y; }
//
// whose lanes part, a gang makes each of the four stores under a mask.  Behind the meeting
//
//     to[i] = solid[i] ? a : x; to[i + n] = solid[i] ? b : y;
//
// two do, of all lanes that came by either way: mostly without a mask.  LLVM sinks what ways have in common, too, but instruction by
// instruction from their ends, so it ends where one of them computes what it stores before it stores.
//
// Here only what touches memory is compared, from the ends of the ways upwards: as long as each has a store of the same type to an address
// that is the same value, or the same operations on the same values, they are taken, and made again behind the meeting in the order that
// they had.  So no access comes to stand before another one.  Of several ways to a meeting some may do so, which then meet before it.
#include "simd.h"

#include "../../base/vec.h"
#include "../analysis/need.h"

enum { MOST_WAYS = 8, MOST_STORES = 32, MOST_OPERATIONS = 6 }; // operations of an address, one upon the other

// The stores of one way that are taken, the last one first.
struct way {
	LLVMBasicBlockRef block;
	LLVMValueRef stores[MOST_STORES];
};

struct meeting {
	LLVMBasicBlockRef block;
	struct way ways[MOST_WAYS];
	unsigned count, stores, edges; // EDGES: all that lead there
};

// --- what is the same ---

static bool is_pure(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value);
}

// Whether A and B, of different ways, are the same value, or made by the same operations of values that are.
static bool are_same(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (a == b)
		return true;
	if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_pure(a) || !aw_llvm_is_alike(a, b) ||
	    LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	if (LLVMIsAGetElementPtrInst(a) && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!are_same(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

// Whether B has all that is known of A beside its line.  (LLVM-C's function gives the line, too, whatever its name says.)
static bool has_metadata_of(LLVMValueRef b, LLVMValueRef a)
{
	unsigned line = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(a)), "dbg", 3);
	size_t count = 0;
	LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(a, &count);
	bool same = true;
	for (unsigned i = 0; i < count; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
		same &= kind == line || LLVMGetMetadata(a, kind) == LLVMGetMetadata(b, kind);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return same;
}

static bool are_stores_to_one_place(LLVMValueRef a, LLVMValueRef b)
{
	return LLVMIsAStoreInst(a) && LLVMIsAStoreInst(b) && aw_llvm_is_plain(a) && aw_llvm_is_plain(b) &&
	       LLVMTypeOf(LLVMGetOperand(a, 0)) == LLVMTypeOf(LLVMGetOperand(b, 0)) &&
	       are_same(LLVMGetOperand(a, 1), LLVMGetOperand(b, 1), MOST_OPERATIONS) &&
	       has_metadata_of(a, b) && has_metadata_of(b, a);
}

// --- what is taken ---

// Whether a store may be made behind INSTRUCTION instead of before it.
static bool may_pass(LLVMValueRef instruction)
{
	if (LLVMIsACallInst(instruction) && !aw_starts_with(aw_llvm_callee_name(instruction), "llvm."))
		return false;
	return !aw_llvm_may_read(instruction) && !aw_llvm_may_write(instruction);
}

// The last instruction before AFTER, in its block, that a store can't pass; NULL: there is none.
static LLVMValueRef last_access(LLVMValueRef after)
{
	LLVMValueRef at = LLVMGetPreviousInstruction(after);
	while (at && may_pass(at))
		at = LLVMGetPreviousInstruction(at);
	return at && !aw_llvm_is_op(at, LLVMPHI) ? at : NULL;
}

static LLVMValueRef next_store(const struct way *way, unsigned stores)
{
	return last_access(stores ? way->stores[stores - 1] : LLVMGetBasicBlockTerminator(way->block));
}

// Finds the ways to BLOCK that lead nowhere else; false: there are too few, or too many edges to look at.
static bool find_ways(LLVMBasicBlockRef block, struct meeting *meeting)
{
	*meeting = (struct meeting){ .block = block };
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block)) {
		LLVMValueRef branch = LLVMGetUser(use);
		meeting->edges++;
		LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
		if (LLVMIsABranchInst(branch) && !LLVMIsConditional(branch) && from != block && meeting->count < MOST_WAYS)
			meeting->ways[meeting->count++].block = from;
	}
	return meeting->count > 1;
}

// Leaves those ways whose last store is to the place that most of them store to; false: no two of them do.
static bool choose_ways(struct meeting *meeting)
{
	LLVMValueRef last[MOST_WAYS];
	unsigned best = 0, most = 1, kept = 0;
	for (unsigned i = 0; i < meeting->count; i++)
		last[i] = next_store(&meeting->ways[i], 0);
	for (unsigned i = 0; i < meeting->count; i++) {
		unsigned same = 0;
		for (unsigned k = i; last[i] && k < meeting->count; k++)
			same += last[k] && are_stores_to_one_place(last[i], last[k]);
		if (same > most) {
			best = i;
			most = same;
		}
	}
	if (most < 2)
		return false;
	for (unsigned i = best; i < meeting->count; i++)
		if (last[i] && are_stores_to_one_place(last[best], last[i]))
			meeting->ways[kept++] = meeting->ways[i];
	meeting->count = kept;
	return true;
}

// Takes the last stores of all ways while they are to one place.
static void take_stores(struct meeting *meeting)
{
	for (; meeting->stores < MOST_STORES; meeting->stores++) {
		LLVMValueRef first = next_store(&meeting->ways[0], meeting->stores);
		for (unsigned i = 0; i < meeting->count; i++) {
			LLVMValueRef store = first ? next_store(&meeting->ways[i], meeting->stores) : NULL;
			if (!store || !are_stores_to_one_place(first, store))
				return;
			meeting->ways[i].stores[meeting->stores] = store;
		}
	}
}

// --- what is made of it ---

static bool are_one(const LLVMValueRef *values, unsigned count)
{
	unsigned same = 1;
	while (same < count && values[same] == values[0])
		same++;
	return same == count;
}

// What the ways have for VALUES, before INSTRUCTION: one value, or one that the same operations make again.
static LLVMValueRef again(LLVMBuilderRef builder, const LLVMValueRef *values, unsigned count, LLVMValueRef instruction)
{
	LLVMValueRef operands[MOST_WAYS];
	if (are_one(values, count))
		return values[0];
	LLVMValueRef made = LLVMInstructionClone(values[0]);
	aw_llvm_drop_promises(made);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(made); i++) {
		for (unsigned k = 0; k < count; k++)
			operands[k] = LLVMGetOperand(values[k], i);
		LLVMSetOperand(made, i, again(builder, operands, count, instruction));
	}
	aw_llvm_at(builder, instruction);
	LLVMInsertIntoBuilder(builder, made);
	return made;
}

// What is stored as VALUES say.
static LLVMValueRef choice_of(LLVMBuilderRef builder, const struct meeting *meeting, LLVMValueRef *values)
{
	if (are_one(values, meeting->count))
		return values[0];
	aw_llvm_at(builder, LLVMGetFirstInstruction(meeting->block));
	LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(values[0]), "");
	for (unsigned i = 0; i < meeting->count; i++) {
		LLVMBasicBlockRef from = meeting->ways[i].block;
		LLVMAddIncoming(phi, &values[i], &from, 1);
	}
	return phi;
}

// Makes the ways' stores of number STORE before INSTRUCTION.
static void make_store(LLVMBuilderRef builder, const struct meeting *meeting, unsigned store, LLVMValueRef instruction)
{
	LLVMValueRef values[MOST_WAYS], addresses[MOST_WAYS], made = LLVMInstructionClone(meeting->ways[0].stores[store]);
	for (unsigned i = 0; i < meeting->count; i++) {
		LLVMValueRef old = meeting->ways[i].stores[store];
		values[i] = LLVMGetOperand(old, 0);
		addresses[i] = LLVMGetOperand(old, 1);
		if (LLVMGetAlignment(old) < LLVMGetAlignment(made))
			LLVMSetAlignment(made, LLVMGetAlignment(old));
	}
	LLVMSetOperand(made, 0, choice_of(builder, meeting, values));
	LLVMSetOperand(made, 1, again(builder, addresses, meeting->count, instruction));
	aw_llvm_at(builder, instruction);
	LLVMInsertIntoBuilder(builder, made);
}

static void sink(LLVMBuilderRef builder, struct meeting *meeting)
{
	if (meeting->count < meeting->edges) {
		LLVMBasicBlockRef from[MOST_WAYS];
		for (unsigned i = 0; i < meeting->count; i++)
			from[i] = meeting->ways[i].block;
		meeting->block = aw_llvm_split_predecessors(meeting->block, from, meeting->count, "stores");
	}
	LLVMValueRef behind = aw_llvm_first_after_phis(meeting->block);
	for (unsigned store = meeting->stores; store-- > 0;)
		make_store(builder, meeting, store, behind);
	for (unsigned i = 0; i < meeting->count; i++)
		for (unsigned store = 0; store < meeting->stores; store++)
			aw_llvm_erase(meeting->ways[i].stores[store]);
}

bool aw_simd_sink_stores(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		struct meeting meeting;
		if (!find_ways(block, &meeting) || !choose_ways(&meeting))
			continue;
		take_stores(&meeting);
		sink(unit->builder, &meeting);
		changed = true;
	}
	return changed;
}
