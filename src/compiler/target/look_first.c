// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What mostly changes nothing looks first.  In
//
//     if (levels[next] < 0) {
//         levels[next] = level + 1;
//         *found = 1;
//     }
//     atomicMax(most, x);
//
// many threads store the same to one place, and most of what the others bring is no new maximum.  A GPU does this in its second cache.  A
// CPU's core must have a line to itself before it stores to it, so those of many cores that store take it from each other every time, and
// its minimum or maximum is a loop around a locked instruction besides.  But all may read a line together.  So such stores ask whether the
// place has their value already, and minima and maxima of which nobody wants the old value whether they change anything:
//
//     if (*found != 1) *found = 1;
//     if (*most < x) atomicMax(most, x);
//
// Atomics that never change anything, as atomicAdd(p, 0), only read: they are loads, which nothing behind them comes before.
//
// (Test and test-and-set: Rudolph and Segall, "Dynamic Decentralized Cache Schemes for MIMD Parallel Processors", 1984.)  CUDA's atomic
// functions order nothing else, so one that changes nothing can't be told from none.  Of the stores those of constants count, where all
// threads of the grid store to the same place: one that an argument or a variable gives.  This comes behind the optimiser: what it knows
// about a kernel's flow stays as it was.
#include "../analysis/need.h"
#include "../pipeline.h"

// Whether all threads of the grid have it: it is an argument of the kernel or a variable, and a constant.
static bool is_of_grid(const struct aw_unit *unit, LLVMValueRef address)
{
	int64_t offset = 0;
	LLVMValueRef base = aw_llvm_strip_offset(unit->module, address, &offset);
	if (LLVMIsAGlobalVariable(base))
		return !LLVMIsThreadLocal(base);
	return LLVMIsALoadInst(base) && aw_llvm_is_invariant(base) &&
	       LLVMIsAArgument(aw_llvm_strip_offset(unit->module, LLVMGetOperand(base, 0), &offset));
}

// A size that processors load at once, at an address that is a multiple of it.
static bool is_whole(const struct aw_unit *unit, LLVMTypeRef type, unsigned alignment)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	unsigned long long size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), type);
	return (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) &&
	       LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(unit->module), type) == 8 * size && size <= 8 && (size & (size - 1)) == 0 &&
	       alignment >= size;
}

static bool is_flag(const struct aw_unit *unit, LLVMValueRef store)
{
	if (!LLVMIsAStoreInst(store) || !aw_llvm_is_plain(store))
		return false;
	LLVMValueRef value = LLVMGetOperand(store, 0);
	return (LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value)) && is_whole(unit, LLVMTypeOf(value), LLVMGetAlignment(store)) &&
	       is_of_grid(unit, LLVMGetOperand(store, 1));
}

// What tells that the old value stays as it is beside the given one; 0: not known.
static LLVMIntPredicate staying(LLVMValueRef atomic)
{
	switch (LLVMGetAtomicRMWBinOp(atomic)) {
	case LLVMAtomicRMWBinOpMax: return LLVMIntSGE;
	case LLVMAtomicRMWBinOpMin: return LLVMIntSLE;
	case LLVMAtomicRMWBinOpUMax: return LLVMIntUGE;
	case LLVMAtomicRMWBinOpUMin: return LLVMIntULE;
	default: return 0;
	}
}

static bool is_extreme(const struct aw_unit *unit, LLVMValueRef atomic)
{
	return LLVMIsAAtomicRMWInst(atomic) && !LLVMGetVolatile(atomic) && !LLVMGetFirstUse(atomic) && staying(atomic) &&
	       is_whole(unit, LLVMTypeOf(atomic), LLVMGetAlignment(atomic));
}

static bool is_read(const struct aw_unit *unit, LLVMValueRef atomic)
{
	if (!LLVMIsAAtomicRMWInst(atomic) || LLVMGetVolatile(atomic) || !is_whole(unit, LLVMTypeOf(atomic), LLVMGetAlignment(atomic)))
		return false;
	LLVMValueRef value = LLVMGetOperand(atomic, 1);
	switch (LLVMGetAtomicRMWBinOp(atomic)) {
	case LLVMAtomicRMWBinOpAdd: case LLVMAtomicRMWBinOpSub: case LLVMAtomicRMWBinOpOr: case LLVMAtomicRMWBinOpXor:
		return LLVMIsAConstantInt(value) && LLVMIsNull(value);
	case LLVMAtomicRMWBinOpAnd:
		return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) == -1;
	default:
		return false;
	}
}

static void only_read(struct aw_unit *unit, LLVMValueRef atomic)
{
	aw_llvm_at(unit->builder, atomic);
	LLVMValueRef load = LLVMBuildLoad2(unit->builder, LLVMTypeOf(atomic), LLVMGetOperand(atomic, 0), "");
	LLVMSetOrdering(load, LLVMAtomicOrderingAcquire);
	LLVMSetAlignment(load, LLVMGetAlignment(atomic));
	LLVMReplaceAllUsesWith(atomic, load);
	aw_llvm_erase(atomic);
}

// Lets ACCESS, of VALUE, be done only where what is at ADDRESS isn't as PREDICATE says beside it.
static void look_first(struct aw_unit *unit, LLVMValueRef access, LLVMValueRef value, LLVMValueRef address, LLVMIntPredicate predicate)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMBasicBlockRef before = LLVMGetInstructionParent(access), changes = aw_llvm_split_before(access);
	LLVMBasicBlockRef done = aw_llvm_split_before(LLVMGetNextInstruction(access));
	unsigned size = (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMTypeOf(value));
	LLVMTypeRef bits = LLVMIntTypeInContext(unit->context, 8 * size);
	LLVMValueRef old = LLVMGetBasicBlockTerminator(before);
	aw_llvm_at(builder, old);
	LLVMValueRef seen = LLVMBuildLoad2(builder, bits, address, "");
	LLVMSetOrdering(seen, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(seen, size);
	LLVMValueRef stays = LLVMBuildICmp(builder, predicate, seen, LLVMBuildBitCast(builder, value, bits, ""), "");
	LLVMBuildCondBr(builder, stays, done, changes);
	aw_llvm_erase(old);
}

bool aw_pass_look_first(struct aw_unit *unit)
{
	AW_VEC(LLVMValueRef) found = { 0 };
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (is_flag(unit, instruction) || is_extreme(unit, instruction) || is_read(unit, instruction))
					aw_need(aw_vec_push(&found, instruction));
	for (size_t i = 0; i < found.count; i++) {
		LLVMValueRef access = found.items[i];
		if (LLVMIsAStoreInst(access))
			look_first(unit, access, LLVMGetOperand(access, 0), LLVMGetOperand(access, 1), LLVMIntEQ);
		else if (is_read(unit, access))
			only_read(unit, access);
		else
			look_first(unit, access, LLVMGetOperand(access, 1), LLVMGetOperand(access, 0), staying(access));
	}
	bool changed = found.count > 0;
	aw_vec_finish(&found);
	return changed;
}
