// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores under a condition to what the thread has loaded.  In
//
//     if (around < d[from][to])
//         d[from][to] = around;
//
// gangs store with a mask, which level x86-64-v3 is slow at on some processors (masked_stores.c), and before that they ask whether any
// lane is on, which is foreseen badly where one seldom is.  Whoever writes such code for a CPU by hand stores always: what was there where
// the condition fails.  So do gangs of that level, where that is as well:
//
//     old = d[from][to];
//     if (threads have a place each, within MOST_BYTES)
//         d[from][to] = around < old ? around : old;
//     else if (around < old)
//         d[from][to] = around;
//
// Nobody else may write to the place in between.  Who did would race with the load (PTX ISA, "Memory Consistency Model"), but programs have
// races that do no harm on a GPU, as where several threads set one flag.  So it's done only where no other store of the kernel may
// hit the place, and where the launch shows that the threads' places differ: the address is a sum of their indices times what all
// threads have, and each index goes further than all before it together, as digits of a number do:
//
//     size <= x's factor,  x's factor * (blockDim.x - 1) + size <= blockIdx.x's factor,  ...
//
// where an index that was found to be below some number goes no further than that.
// A launch that goes through more memory than caches hold would wait for what it writes back.
#include "store_back.h"

#include <string.h>

enum {
	MOST_BYTES = 8 << 20,
	MOST_COMPUTED = 8, // instructions before the store under the condition
	DEEP = 16,
	DIGITS = 6, // thread and block in x, then y, then z
};

static const char *const indices[DIGITS] = { "tid.x", "ctaid.x", "tid.y", "ctaid.y", "tid.z", "ctaid.z" };
#define REGISTER "llvm.nvvm.read.ptx.sreg."
static const char *const counts[DIGITS] = { REGISTER "ntid.x",   REGISTER "nctaid.x", REGISTER "ntid.y",
	                                    REGISTER "nctaid.y", REGISTER "ntid.z",   REGISTER "nctaid.z" };

// A block with one store to where the block before it, which decides on it, has loaded from.
struct candidate {
	LLVMBasicBlockRef before, block;
	LLVMValueRef load, store;
};

// --- candidates ---

static bool is_plain(LLVMValueRef access)
{
	return (LLVMIsALoadInst(access) || LLVMIsAStoreInst(access)) && aw_llvm_is_plain(access);
}

// Whether all threads may compute INSTRUCTION although the condition fails.
static bool is_harmless(LLVMValueRef instruction)
{
	if (LLVMIsACastInst(instruction) || LLVMIsASelectInst(instruction) || LLVMIsACmpInst(instruction) ||
	    aw_llvm_is_op(instruction, LLVMFNeg) || aw_llvm_is_op(instruction, LLVMGetElementPtr))
		return true;
	if (!LLVMIsABinaryOperator(instruction))
		return false;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem: return false;
	default: return true;
	}
}

// The one store of BLOCK, which has little else; NULL: it isn't so.
static LLVMValueRef only_store(LLVMBasicBlockRef block)
{
	LLVMValueRef store = NULL;
	unsigned computed = 0;
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (instruction == LLVMGetBasicBlockTerminator(block))
			break;
		if (store)
			return NULL;
		if (LLVMIsAStoreInst(instruction) && is_plain(instruction))
			store = instruction;
		else if (!is_harmless(instruction) || ++computed > MOST_COMPUTED)
			return NULL;
	}
	return store;
}

// The last load in BLOCK from where STORE goes, of the same type and with no write behind it; NULL: there is none.
static LLVMValueRef load_before(LLVMBasicBlockRef block, LLVMValueRef store)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
	LLVMValueRef at = LLVMGetLastInstruction(block);
	for (; at && !aw_llvm_may_write(at); at = LLVMGetPreviousInstruction(at))
		if (LLVMIsALoadInst(at) && is_plain(at) && LLVMGetOperand(at, 0) == LLVMGetOperand(store, 1) && LLVMTypeOf(at) == type)
			return at;
	return NULL;
}

// The one block that leads to BLOCK, by a condition; NULL: it isn't so.
static LLVMBasicBlockRef block_before(LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef before = NULL;
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (before || !LLVMIsABranchInst(user) || !LLVMIsConditional(user))
			return NULL;
		before = LLVMGetInstructionParent(user);
	}
	return before;
}

static bool find_candidate(LLVMBasicBlockRef block, struct candidate *found)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || aw_llvm_is_op(LLVMGetFirstInstruction(block), LLVMPHI))
		return false;
	found->block = block;
	found->before = block_before(block);
	if (!found->before || !aw_llvm_leads_to(found->before, LLVMGetSuccessor(end, 0)))
		return false; // threads that don't store go somewhere else
	found->store = only_store(block);
	found->load = found->store ? load_before(found->before, found->store) : NULL;
	return found->load && found->before != block;
}

// --- what else is written ---

// Whether INSTRUCTION may write where STORE does.  What threads have for themselves alone doesn't count.
static bool may_hit(LLVMValueRef instruction, LLVMValueRef store)
{
	if (instruction == store || !aw_llvm_may_write(instruction))
		return false;
	if (LLVMIsAStoreInst(instruction))
		return !LLVMIsAAllocaInst(aw_llvm_object(LLVMGetOperand(instruction, 1)));
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	bool barrier = row && (row->flags & AW_INTRINSIC_BLOCK);
	return !barrier && !aw_starts_with(aw_llvm_callee_name(instruction), "llvm.lifetime.");
}

static bool is_alone(LLVMValueRef function, LLVMValueRef store)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (may_hit(instruction, store))
				return false;
	return true;
}

// --- the address ---

struct places {
	struct aw_unit *unit;
	LLVMBasicBlockRef block;      // what leads here is known
	LLVMValueRef factors[DIGITS]; // 64 bits; NULL: the address doesn't depend on it
	struct bound {
		LLVMValueRef factor, end; // of a dimension's index, which is below END; or NULL
	} bounds[DIGITS / 2];
};

static LLVMTypeRef wide(const struct places *places)
{
	return LLVMInt64TypeInContext(places->unit->context);
}

// Whether all threads of a launch have VALUE, by what it is computed from.
static bool is_uniform(LLVMValueRef value, unsigned depth)
{
	if (LLVMIsConstant(value) || LLVMIsAArgument(value))
		return true;
	if (depth == DEEP || !LLVMIsAInstruction(value))
		return false;
	const char *name = aw_intrinsic_register(value);
	if (*name)
		return aw_starts_with(name, "ntid.") || aw_starts_with(name, "nctaid.");
	if (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_uniform(LLVMGetOperand(value, i), depth + 1))
			return false;
	return true;
}

static LLVMValueRef times(const struct places *places, LLVMValueRef factor, LLVMValueRef value)
{
	LLVMBuilderRef builder = places->unit->builder;
	return LLVMBuildMul(builder, factor, LLVMBuildIntCast2(builder, value, wide(places), true, ""), "");
}

static LLVMValueRef number(const struct places *places, int64_t value)
{
	return LLVMConstInt(wide(places), (uint64_t)value, true);
}

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMZExt))
		value = LLVMGetOperand(value, 0);
	return value;
}

// What VALUE is below where CONDITION is as HOLDS says, and all threads have; NULL: nothing is known.
static LLVMValueRef end_by(LLVMValueRef condition, bool holds, LLVMValueRef value)
{
	if (aw_llvm_is_op(condition, holds ? LLVMAnd : LLVMOr)) {
		LLVMValueRef end = end_by(LLVMGetOperand(condition, 0), holds, value);
		return end ? end : end_by(LLVMGetOperand(condition, 1), holds, value);
	}
	if (!LLVMIsAICmpInst(condition))
		return NULL;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
	bool below = holds ? predicate == LLVMIntSLT || predicate == LLVMIntULT : predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	bool above = holds ? predicate == LLVMIntSGT || predicate == LLVMIntUGT : predicate == LLVMIntSLE || predicate == LLVMIntULE;
	LLVMValueRef less = LLVMGetOperand(condition, above), more = LLVMGetOperand(condition, !above);
	return (below || above) && without_casts(less) == value && is_uniform(more, 0) ? more : NULL;
}

// The same where BLOCK begins, by the conditions on the way there.
static LLVMValueRef end_in(LLVMBasicBlockRef block, LLVMValueRef value)
{
	LLVMBasicBlockRef before;
	for (unsigned i = 0; i < DEEP && (before = block_before(block)); i++, block = before) {
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(before);
		LLVMValueRef end = end_by(LLVMGetCondition(branch), LLVMGetSuccessor(branch, 0) == block, value);
		if (end)
			return end;
	}
	return NULL;
}

static bool add_index(struct places *places, LLVMValueRef value, LLVMValueRef factor)
{
	const char *name = aw_intrinsic_register(value);
	for (unsigned i = 0; i < DIGITS; i++) {
		if (strcmp(name, indices[i]))
			continue;
		LLVMValueRef *sum = &places->factors[i];
		*sum = *sum ? LLVMBuildAdd(places->unit->builder, *sum, factor, "") : factor;
		return true;
	}
	return false;
}

static bool add_value(struct places *places, LLVMValueRef value, LLVMValueRef factor, unsigned depth);

// VALUE is a sum.  If it is the index in a dimension, its end is noted.
static bool add_sum(struct places *places, LLVMValueRef value, LLVMValueRef factor, unsigned depth)
{
	LLVMValueRef before[DIGITS];
	memcpy(before, places->factors, sizeof(before));
	if (!add_value(places, LLVMGetOperand(value, 0), factor, depth + 1) ||
	    !add_value(places, LLVMGetOperand(value, 1), factor, depth + 1))
		return false;
	unsigned changed = 0, dimension = 0;
	for (unsigned i = 0; i < DIGITS; i++)
		if (before[i] != places->factors[i]) {
			changed |= 1U << i;
			dimension = i / 2;
		}
	bool index = changed == 3U << 2 * dimension && !before[2 * dimension] && !before[2 * dimension + 1];
	LLVMValueRef end = index && places->factors[2 * dimension] == factor ? end_in(places->block, value) : NULL;
	if (end)
		places->bounds[dimension] = (struct bound){ factor, end };
	return true;
}

// Adds FACTOR times VALUE; false: that's no sum of indices times what all threads have.
static bool add_value(struct places *places, LLVMValueRef value, LLVMValueRef factor, unsigned depth)
{
	if (is_uniform(value, 0) || add_index(places, value, factor))
		return true;
	if (depth == DEEP || !LLVMIsAInstruction(value))
		return false;
	LLVMValueRef first = LLVMGetOperand(value, 0);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMSExt: case LLVMZExt: case LLVMTrunc: case LLVMFreeze:
		return add_value(places, first, factor, depth + 1);
	default:
		break;
	}
	if (!LLVMIsABinaryOperator(value))
		return false;
	LLVMValueRef second = LLVMGetOperand(value, 1);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMOr:
		if (!LLVMGetIsDisjoint(value))
			return false; // fallthrough
	case LLVMAdd:
		return add_sum(places, value, factor, depth);
	case LLVMSub:
		return is_uniform(second, 0) && add_value(places, first, factor, depth + 1);
	case LLVMMul:
		if (is_uniform(second, 0))
			return add_value(places, first, times(places, factor, second), depth + 1);
		return is_uniform(first, 0) && add_value(places, second, times(places, factor, first), depth + 1);
	case LLVMShl:
		return LLVMIsAConstantInt(second) && LLVMConstIntGetZExtValue(second) < 32 &&
		       add_value(places, first, times(places, factor, number(places, 1LL << LLVMConstIntGetZExtValue(second))), depth + 1);
	default:
		return false;
	}
}

static bool add_address(struct places *places, LLVMValueRef address)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(places->unit->module);
	for (; aw_llvm_is_op(address, LLVMGetElementPtr); address = LLVMGetOperand(address, 0)) {
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
			LLVMTypeRef counted = aw_llvm_counted_type(address, i);
			int64_t size = counted ? (int64_t)LLVMABISizeOfType(layout, counted) : 0;
			if (counted && !add_value(places, LLVMGetOperand(address, i), number(places, size), 0))
				return false;
		}
	}
	return LLVMIsAArgument(address) || LLVMIsAGlobalVariable(address);
}

static LLVMValueRef smaller(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntSLT, a, b, ""), a, b, "");
}

// REACH, as far as the digits up to DIMENSION go, or what the index' end says, where they went to BEFORE without it.
static LLVMValueRef bounded(const struct places *places, unsigned dimension, LLVMValueRef before, LLVMValueRef reach)
{
	const struct bound *bound = &places->bounds[dimension];
	LLVMBuilderRef builder = places->unit->builder;
	if (!bound->end || places->factors[2 * dimension] != bound->factor)
		return reach;
	LLVMValueRef end = LLVMBuildIntCast2(builder, bound->end, wide(places), true, "");
	LLVMValueRef last = LLVMBuildMul(builder, bound->factor, LLVMBuildSub(builder, end, number(places, 1), ""), "");
	LLVMValueRef less = smaller(builder, reach, LLVMBuildAdd(builder, before, last, ""));
	return LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntSGT, end, number(places, 0), ""), less, reach, "");
}

// Whether the places of SIZE bytes differ, and all lie within MOST_BYTES.
static LLVMValueRef differ(const struct places *places, int64_t size)
{
	LLVMBuilderRef builder = places->unit->builder;
	LLVMValueRef reach = number(places, size), before = reach, good = NULL; // of the digits so far
	for (unsigned i = 0; i < DIGITS; i++) {
		LLVMValueRef count = LLVMBuildZExt(builder, aw_llvm_ask(builder, places->unit->module, counts[i]), wide(places), "");
		LLVMValueRef factor = places->factors[i], more = LLVMBuildSub(builder, count, number(places, 1), "");
		LLVMValueRef fine = LLVMBuildICmp(builder, LLVMIntEQ, more, number(places, 0), "");
		if (factor) {
			fine = LLVMBuildOr(builder, fine, LLVMBuildICmp(builder, LLVMIntSGE, factor, reach, ""), "");
			reach = LLVMBuildAdd(builder, reach, LLVMBuildMul(builder, more, factor, ""), "");
		}
		good = good ? LLVMBuildAnd(builder, good, fine, "") : fine;
		if (i % 2)
			before = reach = bounded(places, i / 2, before, reach);
	}
	LLVMValueRef near = LLVMBuildICmp(builder, LLVMIntULE, reach, number(places, MOST_BYTES), "");
	return LLVMBuildAnd(builder, good, near, "");
}

// --- the store ---

// What stands before the branch to the store goes its own way behind ALWAYS, which is true: the store is made, of what is there or what
// is new.
static void store_always(struct aw_unit *unit, const struct candidate *found, LLVMValueRef always)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(found->before), condition = LLVMGetCondition(end);
	LLVMBasicBlockRef asked = aw_llvm_split_before(end), copy;
	aw_llvm_copy_blocks(&found->block, 1, &copy);
	LLVMValueRef store = aw_llvm_find_copied(&found->block, &copy, 1, found->store), value = LLVMGetOperand(store, 0);
	aw_llvm_at(unit->builder, store);
	bool if_true = LLVMGetSuccessor(end, 0) == found->block;
	LLVMSetOperand(store, 0, LLVMBuildSelect(unit->builder, condition, if_true ? value : found->load, if_true ? found->load : value, ""));
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(found->before);
	aw_llvm_at(unit->builder, jump);
	LLVMBuildCondBr(unit->builder, always, copy, asked);
	aw_llvm_erase(jump);
}

// The phis behind the store have for the copy what they have for the block.
static bool leads_to_phis(const struct candidate *found)
{
	return aw_llvm_is_op(LLVMGetFirstInstruction(LLVMGetSuccessor(LLVMGetBasicBlockTerminator(found->block), 0)), LLVMPHI);
}

static void convert(struct aw_unit *unit, const struct candidate *found)
{
	struct places places = { .unit = unit, .block = found->before };
	LLVMValueRef end = LLVMGetBasicBlockTerminator(found->before);
	LLVMTypeRef type = LLVMTypeOf(found->load);
	aw_llvm_at(unit->builder, end);
	if (add_address(&places, LLVMGetOperand(found->store, 1))) {
		LLVMValueRef good = differ(&places, (int64_t)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), type));
		store_always(unit, found, good);
	}
}

void aw_store_back(struct aw_unit *unit, LLVMValueRef function)
{
	struct candidate found;
	if (strcmp(unit->target, "x86-64-v3"))
		return;
	AW_FOR_BLOCKS_SAFE(block, function)
		if (find_candidate(block, &found) && !leads_to_phis(&found) && is_alone(function, found.store))
			convert(unit, &found);
}
