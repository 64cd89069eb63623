// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on memory of the block's own whose results nobody wants, as histograms have them, at places that
// differ from lane to lane.  Each is a plain load, operation and store (simd_atomic.c), so what counts is how its
// address gets out of the vectors: to take an element out costs as much as two operations on it.  Detecting conflicts
// and gathering costs more yet: AVX-512's gather and scatter are no faster than loads and stores one by one.
//
//     operations that follow one another in a block are made together, lane after lane, which is the order
//                     of the fibers, too
//     their addresses are computed for each lane by itself from where they come from one value (bytes of
//                     a word), or from an index before it is widened, which is in fewer registers
//     where they lie in a short row of counters, these are counted up together (simd_tally.c)
//     that value is loaded anew for each lane where it lies in memory in the order of the lanes, the cheapest way
//                     of all
//
// A lane's load moves behind what lower lanes write, which it doesn't touch in a program without races.
#include "simd_updates.h"

#include <assert.h>

#include "count_tables.h"

enum { CHEAP_STEPS = 6 };

// What VALUE of the kernel is computed from by one cheap operation with constants; NULL: it isn't.
static LLVMValueRef source_of(LLVMValueRef value)
{
	LLVMValueRef source = NULL;
	if (!LLVMIsAInstruction(value))
		return NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMZExt: case LLVMSExt: case LLVMTrunc:
		return LLVMGetOperand(value, 0);
	case LLVMAdd: case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMShl: case LLVMLShr:
		return LLVMIsConstant(LLVMGetOperand(value, 1)) ? LLVMGetOperand(value, 0) : NULL;
	case LLVMGetElementPtr:
		if (LLVMIsAInstruction(LLVMGetOperand(value, 0)))
			return NULL;
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(value); i++) {
			LLVMValueRef index = LLVMGetOperand(value, i);
			if (source && !LLVMIsConstant(index))
				return NULL;
			source = LLVMIsConstant(index) ? source : index;
		}
		return source;
	default:
		return NULL;
	}
}

// How many atomics of BLOCK get their addresses from VALUE so.
static unsigned addresses_from(LLVMValueRef value, LLVMBasicBlockRef block, unsigned depth)
{
	unsigned count = 0;
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAAtomicRMWInst(user))
			count += LLVMGetOperand(user, 0) == value && LLVMGetInstructionParent(user) == block;
		else if (depth && source_of(user) == value)
			count += addresses_from(user, block, depth - 1);
	}
	return count;
}

static bool is_narrow(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 32;
}

// How many of the steps to its address INSTRUCTION should make for each lane; *ROOT is where they begin.
static unsigned steps_for_each(LLVMValueRef instruction, LLVMValueRef *root)
{
	LLVMValueRef value = LLVMGetOperand(instruction, 0);
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	unsigned best = 0;
	*root = value;
	for (unsigned steps = 1; steps <= CHEAP_STEPS && (value = source_of(value)); steps++) {
		if (!(is_narrow(value) && (!best || LLVMIsALoadInst(value))) && addresses_from(value, block, CHEAP_STEPS) < 2)
			continue;
		best = steps;
		*root = value;
	}
	return best;
}

LLVMValueRef aw_simd_update_root(LLVMValueRef instruction)
{
	LLVMValueRef root;
	steps_for_each(instruction, &root);
	return root;
}

// --- one lane ---

static LLVMValueRef element_of_row(struct aw_simd *simd, const struct aw_simd_update *update, unsigned lane)
{
	int64_t stride = update->row.shape.stride;
	LLVMValueRef offset = LLVMConstInt(aw_simd_integer(simd, 64), (uint64_t)(stride * lane), true);
	LLVMValueRef place = LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), update->row.value, &offset, 1, "");
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(update->root));
	LLVMValueRef load = LLVMBuildLoad2(simd->builder, type, place, "");
	LLVMSetAlignment(load, (unsigned)stride);
	return load;
}

// LANE of VECTOR, whose last STEPS are made anew for it as far as they are as the kernel has them.
static LLVMValueRef lane_by_steps(struct aw_simd *simd, const struct aw_simd_update *update, LLVMValueRef vector,
                                  unsigned lane, unsigned steps)
{
	LLVMBuilderRef builder = simd->builder;
	if (vector == update->root && update->row.value)
		return element_of_row(simd, update, lane);
	if (!steps || !LLVMIsAInstruction(vector))
		return aw_simd_lane(simd, vector, aw_simd_number(simd, 32, lane));
	LLVMOpcode opcode = LLVMGetInstructionOpcode(vector);
	unsigned count = (unsigned)LLVMGetNumOperands(vector);
	LLVMValueRef first = LLVMGetOperand(vector, 0), second = count == 2 ? LLVMGetOperand(vector, 1) : NULL;
	if (LLVMIsACastInst(vector) && LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMVectorTypeKind) {
		LLVMValueRef scalar = lane_by_steps(simd, update, first, lane, steps - 1);
		return LLVMBuildCast(builder, opcode, scalar, LLVMGetElementType(LLVMTypeOf(vector)), "");
	}
	if (LLVMIsABinaryOperator(vector) && LLVMIsConstant(second)) {
		LLVMValueRef scalar = lane_by_steps(simd, update, first, lane, steps - 1);
		return LLVMBuildBinOp(builder, opcode, scalar, LLVMGetAggregateElement(second, lane), "");
	}
	if (second && opcode == LLVMGetElementPtr && LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMPointerTypeKind) {
		LLVMValueRef scalar = lane_by_steps(simd, update, second, lane, steps - 1);
		return LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(vector), first, &scalar, 1, "");
	}
	return aw_simd_lane(simd, vector, aw_simd_number(simd, 32, lane));
}

// ADDRESS, in the first of the tables if there are some, in the one for the update that is NUMBER of all (count_tables.c).
static LLVMValueRef in_table(struct aw_simd *simd, const struct aw_simd_update *update, LLVMValueRef address, unsigned number)
{
	uint64_t size = aw_count_table_size(update->instruction);
	LLVMValueRef offset = LLVMConstInt(aw_simd_integer(simd, 64), size * (number % AW_COUNT_TABLES), false);
	return size ? LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), address, &offset, 1, "") : address;
}

// --- all lanes ---

static void update_all(struct aw_simd *simd, const struct aw_simd_update *updates, unsigned count)
{
	LLVMValueRef root;
	unsigned steps[AW_SIMD_MAX_UPDATES];
	for (unsigned i = 0; i < count; i++)
		steps[i] = steps_for_each(updates[i].instruction, &root);
	for (unsigned lane = 0; lane < simd->gang.width; lane++)
		for (unsigned i = 0; i < count; i++) {
			const struct aw_simd_update *update = &updates[i];
			LLVMValueRef vector = aw_simd_vector(simd, update->address);
			LLVMValueRef address = in_table(simd, update, lane_by_steps(simd, update, vector, lane, steps[i]), lane * count + i);
			LLVMValueRef value = aw_simd_extract(simd, update->value, aw_simd_number(simd, 32, lane));
			aw_simd_update_one(simd, update->instruction, address, value);
		}
}

static void update_some(struct aw_simd *simd, const struct aw_simd_update *updates, unsigned count, LLVMValueRef mask)
{
	struct aw_simd_stash addresses[AW_SIMD_MAX_UPDATES], values[AW_SIMD_MAX_UPDATES];
	struct aw_simd_lanes loop;
	for (unsigned i = 0; i < count; i++) {
		addresses[i] = aw_simd_stash(simd, updates[i].address);
		values[i] = aw_simd_stash(simd, updates[i].value);
	}
	aw_simd_lanes_begin(simd, mask, &loop);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef address = aw_simd_stashed(simd, &addresses[i], loop.lane);
		aw_simd_update_one(simd, updates[i].instruction, address, aw_simd_stashed(simd, &values[i], loop.lane));
	}
	aw_simd_lanes_end(simd, &loop);
}

void aw_simd_updates(struct aw_simd *simd, const struct aw_simd_update *updates, unsigned count, LLVMValueRef mask)
{
	assert(count && count <= AW_SIMD_MAX_UPDATES);
	while (count && aw_simd_tally(simd, &updates[count - 1], mask))
		count--;
	if (!count)
		return;
	if (simd->compact) {
		update_some(simd, updates, count, mask);
		return;
	}
	if (!mask) {
		update_all(simd, updates, count);
		return;
	}
	LLVMBasicBlockRef done = aw_simd_block(simd, "update.done"), some = aw_simd_block(simd, "update.some");
	LLVMBasicBlockRef all = aw_simd_block(simd, "update.all");
	LLVMBuildCondBr(simd->builder, aw_simd_all(simd, mask), all, some);
	LLVMPositionBuilderAtEnd(simd->builder, all);
	update_all(simd, updates, count);
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, some);
	update_some(simd, updates, count, mask);
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, done);
}
