// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that lanes add to one after the other, as histograms in shared memory do (simd_updates.c): for each a load, an operation and a
// store at an address that comes out of a vector,
//
//     vmovq addresses, r10;  incl (r10);  vpextrq $1, addresses, r10;  incl (r10)
//
// A Zen 4 takes 5 to 7 ns for each of these where code has more than a few dozen of them, whatever the addresses are, and half a
// nanosecond where an instruction of integers has made r10: it seems to take the second load for one of what was just stored at (r10)
// and to begin anew when it finds out, and not to see that r10 has been written in between from a vector.  (Loads alone, stores alone,
// and stores of what was loaded elsewhere aren't slow.)  So indices of 32 bits come out in pairs that scalar units part, as those of
// gathers do (lane_accesses.c), which takes less time on other processors, too; other addresses are made one more and used less one.
#include "lane_accesses.h"
#include "native.h"

enum { MOST_OPERANDS = 8, MOST_PAIRS = 64 };

// Two lanes' indices that stand in the block already.
struct pair {
	LLVMValueRef indices, lanes[2];
	LLVMOpcode widened;
	unsigned even;
};

struct updates {
	struct aw_unit *unit;
	struct pair pairs[MOST_PAIRS];
	unsigned next;
};

// The load that STORE's value is made of, at the same address in the same block; NULL: there is none.
static LLVMValueRef loaded(LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
	if (!LLVMIsAInstruction(value) || LLVMGetNumOperands(value) > MOST_OPERANDS)
		return NULL;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
		LLVMValueRef load = LLVMGetOperand(value, i);
		if (LLVMIsALoadInst(load) && LLVMGetOperand(load, 0) == address &&
		    LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store))
			return load;
	}
	return NULL;
}

// Whether VALUE is a lane of a vector, whose number is known.
static bool is_lane(LLVMValueRef value, unsigned *lane)
{
	int64_t number;
	if (!LLVMIsAExtractElementInst(value) || !aw_llvm_constant(LLVMGetOperand(value, 1), &number))
		return false;
	*lane = (unsigned)number;
	return true;
}

// Whether VECTOR extends indices of 32 bits that come in pairs.
static bool is_narrow(LLVMValueRef vector)
{
	LLVMTypeRef from = aw_llvm_is_extension(vector) ? LLVMTypeOf(LLVMGetOperand(vector, 0)) : NULL;
	return from && LLVMGetTypeKind(from) == LLVMVectorTypeKind && LLVMGetVectorSize(from) % 4 == 0 &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(from)) == 32 && LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(vector))) == 64;
}

// LANE of INDICES as 64 bits.
static LLVMValueRef index_of(struct updates *updates, LLVMValueRef indices, LLVMOpcode widened, unsigned lane)
{
	unsigned even = lane & ~1u;
	for (unsigned i = 0; i < MOST_PAIRS && i < updates->next; i++) {
		const struct pair *pair = &updates->pairs[i];
		if (pair->indices == indices && pair->widened == widened && pair->even == even)
			return pair->lanes[lane % 2];
	}
	struct pair *made = &updates->pairs[updates->next++ % MOST_PAIRS];
	*made = (struct pair){ .indices = indices, .widened = widened, .even = even };
	aw_lane_pair(updates->unit->builder, indices, widened, even, made->lanes);
	return made->lanes[lane % 2];
}

// Whether lane by lane VECTOR is an address from one base on, whose only index that isn't constant is narrow.
static bool is_indexed(LLVMValueRef vector)
{
	unsigned narrow = 0;
	if (!LLVMIsAGetElementPtrInst(vector) || LLVMGetNumOperands(vector) > MOST_OPERANDS || aw_llvm_is_vector(LLVMGetOperand(vector, 0)))
		return false;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(vector); i++) {
		LLVMValueRef index = LLVMGetOperand(vector, i);
		if (is_narrow(index))
			narrow++;
		else if (aw_llvm_is_vector(index) && !(LLVMIsAConstant(index) && LLVMGetAggregateElement(index, 0)))
			return false;
	}
	return narrow == 1;
}

static LLVMValueRef address_of(struct updates *updates, LLVMValueRef vector, unsigned lane)
{
	LLVMValueRef indices[MOST_OPERANDS];
	unsigned count = (unsigned)LLVMGetNumOperands(vector) - 1;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef index = LLVMGetOperand(vector, i + 1);
		if (is_narrow(index))
			index = index_of(updates, LLVMGetOperand(index, 0), LLVMGetInstructionOpcode(index), lane);
		else if (aw_llvm_is_vector(index))
			index = LLVMGetAggregateElement(index, lane);
		indices[i] = index;
	}
	return LLVMBuildGEP2(updates->unit->builder, LLVMGetGEPSourceElementType(vector), LLVMGetOperand(vector, 0), indices, count, "");
}

// ADDRESS by an instruction of integers.
static LLVMValueRef made_anew(struct updates *updates, LLVMValueRef address)
{
	LLVMBuilderRef builder = updates->unit->builder;
	LLVMTypeRef byte = LLVMInt8TypeInContext(updates->unit->context), wide = LLVMInt64TypeInContext(updates->unit->context);
	LLVMValueRef up = LLVMConstInt(wide, 1, false), down = LLVMConstInt(wide, UINT64_MAX, true);
	return LLVMBuildGEP2(builder, byte, aw_lane_hidden(builder, LLVMBuildGEP2(builder, byte, address, &up, 1, "")), &down, 1, "");
}

// ADDRESS without a register of its own that was just written from a vector; NULL: it has none.
static LLVMValueRef by_integers(struct updates *updates, LLVMValueRef address)
{
	unsigned lane;
	if (is_lane(address, &lane)) {
		LLVMValueRef vector = LLVMGetOperand(address, 0);
		return is_indexed(vector) ? address_of(updates, vector, lane) : made_anew(updates, address);
	}
	if (!LLVMIsAGetElementPtrInst(address))
		return NULL;
	LLVMValueRef base = LLVMGetOperand(address, 0), copy;
	if (is_lane(base, &lane))
		return made_anew(updates, address);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
		LLVMValueRef index = LLVMGetOperand(address, i), from = aw_llvm_is_extension(index) ? LLVMGetOperand(index, 0) : index;
		if (!is_lane(from, &lane))
			continue;
		LLVMValueRef vector = LLVMGetOperand(from, 0);
		bool narrow = LLVMTypeOf(from) == LLVMInt32TypeInContext(updates->unit->context);
		if (!narrow || from == index || LLVMGetVectorSize(LLVMTypeOf(vector)) % 4 != 0)
			return made_anew(updates, address);
		copy = LLVMInstructionClone(address);
		LLVMSetOperand(copy, i, index_of(updates, vector, LLVMGetInstructionOpcode(index), lane));
		LLVMInsertIntoBuilder(updates->unit->builder, copy);
		return copy;
	}
	return NULL;
}

bool aw_pass_lane_updates(struct aw_unit *unit)
{
	bool changed = false;
	struct updates updates = { .unit = unit };
	if (aw_native_machine(unit->target) != AW_MACHINE_X86_64)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function) {
			updates.next = 0;
			AW_FOR_INSTRUCTIONS_SAFE(store, block) {
				LLVMValueRef load = LLVMIsAStoreInst(store) ? loaded(store) : NULL;
				if (!load)
					continue;
				aw_llvm_at(unit->builder, load);
				LLVMValueRef address = by_integers(&updates, LLVMGetOperand(load, 0));
				if (!address)
					continue;
				LLVMSetOperand(load, 0, address);
				LLVMSetOperand(store, 1, address);
				changed = true;
			}
		}
	return changed;
}
