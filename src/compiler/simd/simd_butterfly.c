// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Butterflies, by which all lanes of a warp come to know what they have together:
//
//     for (distance = 16; distance > 0; distance /= 2)
//         sum += __shfl_xor_sync(~0u, sum, distance);
//
// Behind the first step lanes that are 16 apart have the same, for adding commutes, behind the second each four, and in the end all.  A
// step of vectors computes each of these as often as there are lanes that have it.  Here it is computed once:
//
//     v                          shuffle v, <16, 17, ...>
//     lower half of v   +   upper half of v   =   h, of 16 lanes
//     lower half of h   +   upper half of h   =   q, of 8 lanes ...
//
// and only what others use is spread over all lanes; numbers that all have are joined as such.  In which order lanes are added up doesn't
// change, so sums of floats are the same; of two operands that are both no numbers either may be what arithmetic gives.  Shuffles may go
// any way by which lanes meet in pairs.
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"

enum { NOBODY = AW_SIMD_MAX_WIDTH };

// A vector whose lane i is lane LANE[i] of COMPACT, or COMPACT itself where that is no vector.
struct folded {
	LLVMValueRef compact;
	unsigned count; // lanes of it
	uint8_t lane[AW_SIMD_MAX_WIDTH];
};

struct folds {
	struct aw_unit *unit;
	struct aw_map numbers; // vector -> index in list + 1
	AW_VEC(struct folded) list;
};

static const struct {
	LLVMOpcode opcode;
	const char *function; // of a call
} commuting[] = {
	{ LLVMFAdd, NULL },
	{ LLVMFMul, NULL },
	{ LLVMAdd, NULL },
	{ LLVMMul, NULL },
	{ LLVMAnd, NULL },
	{ LLVMOr, NULL },
	{ LLVMXor, NULL },
	{ LLVMCall, "llvm.maxnum" },
	{ LLVMCall, "llvm.minnum" },
	{ LLVMCall, "llvm.smin" },
	{ LLVMCall, "llvm.smax" },
	{ LLVMCall, "llvm.umin" },
	{ LLVMCall, "llvm.umax" },
};
enum { COMMUTING = sizeof(commuting) / sizeof(*commuting) };

static unsigned kind_of(LLVMValueRef value)
{
	unsigned kind = 0;
	while (kind < COMMUTING && !(aw_llvm_is_op(value, commuting[kind].opcode) &&
	                             (!commuting[kind].function || aw_starts_with(aw_llvm_callee_name(value), commuting[kind].function))))
		kind++;
	return kind;
}

// The vector of which lane ORDER[i] meets lane i in STEP, or NOBODY where nobody wants to know; NULL: it is none of these steps.
static LLVMValueRef find_step(LLVMValueRef step, unsigned width, unsigned order[AW_SIMD_MAX_WIDTH])
{
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef vector = LLVMGetOperand(step, i), shuffle = LLVMGetOperand(step, 1 - i);
		if (!LLVMIsAShuffleVectorInst(shuffle) || LLVMGetOperand(shuffle, 0) != vector || LLVMGetNumMaskElements(shuffle) != width)
			continue;
		bool good = true;
		for (unsigned k = 0; k < width; k++) {
			int lane = LLVMGetMaskValue(shuffle, k);
			good &= lane < (int)width;
			order[k] = lane >= 0 ? (unsigned)lane : NOBODY;
		}
		if (good)
			return vector;
	}
	return NULL;
}

static struct folded folded_of(const struct folds *folds, LLVMValueRef vector, unsigned width)
{
	uintptr_t number = (uintptr_t)aw_map_get(&folds->numbers, vector);
	struct folded folded = { .compact = vector, .count = width };
	if (number)
		return folds->list.items[number - 1];
	for (unsigned i = 0; i < width; i++)
		folded.lane[i] = (uint8_t)i;
	return folded;
}

// Which lanes of one compact vector meet, each two of them once, and which pair's number each lane of the step has.
struct pairs {
	unsigned count, a[AW_SIMD_MAX_WIDTH], b[AW_SIMD_MAX_WIDTH];
	uint8_t lane[AW_SIMD_MAX_WIDTH];
};

static void find_pairs(const struct folded *from, const unsigned *order, unsigned width, struct pairs *pairs)
{
	pairs->count = 0;
	for (unsigned i = 0; i < width; i++) {
		pairs->lane[i] = 0;
		if (order[i] == NOBODY)
			continue;
		unsigned a = from->lane[i], b = from->lane[order[i]], k = 0;
		while (k < pairs->count && !((pairs->a[k] == a && pairs->b[k] == b) || (pairs->a[k] == b && pairs->b[k] == a)))
			k++;
		if (k == pairs->count) {
			pairs->a[k] = a;
			pairs->b[k] = b;
			pairs->count++;
		}
		pairs->lane[i] = (uint8_t)k;
	}
}

// Lanes LANES of VECTOR; of a single one the number.
static LLVMValueRef pick(struct aw_unit *unit, LLVMValueRef vector, const unsigned *lanes, unsigned count)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef order[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < count; i++)
		order[i] = LLVMConstInt(number, lanes[i], false);
	if (count == 1)
		return LLVMBuildExtractElement(unit->builder, vector, order[0], "");
	return LLVMBuildShuffleVector(unit->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(order, count), "");
}

static LLVMValueRef compute(struct aw_unit *unit, LLVMValueRef step, LLVMValueRef a, LLVMValueRef b)
{
	unsigned kind = kind_of(step);
	assert(kind < COMMUTING);
	if (commuting[kind].function) {
		LLVMTypeRef type = LLVMTypeOf(a);
		LLVMValueRef function = aw_llvm_intrinsic(unit->module, commuting[kind].function, &type, 1), operands[] = { a, b };
		return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, operands, 2, "");
	}
	LLVMValueRef made = LLVMBuildBinOp(unit->builder, commuting[kind].opcode, a, b, "");
	if (LLVMIsAInstruction(made) && LLVMCanValueUseFastMathFlags(made))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(step));
	return made;
}

static LLVMValueRef spread(struct aw_unit *unit, const struct folded *folded, LLVMTypeRef type)
{
	unsigned lanes[AW_SIMD_MAX_WIDTH], width = LLVMGetVectorSize(type);
	if (folded->count == 1)
		return aw_llvm_build_splat(unit->builder, type, folded->compact);
	for (unsigned i = 0; i < width; i++)
		lanes[i] = folded->lane[i];
	return pick(unit, folded->compact, lanes, width);
}

// STEP of two numbers that all lanes have.
static bool fold_uniform(struct aw_unit *unit, LLVMValueRef step)
{
	LLVMValueRef a = aw_llvm_splat_scalar(LLVMGetOperand(step, 0)), b = aw_llvm_splat_scalar(LLVMGetOperand(step, 1));
	if (!a || !b)
		return false;
	aw_llvm_at(unit->builder, step);
	aw_llvm_replace(step, aw_llvm_build_splat(unit->builder, LLVMTypeOf(step), compute(unit, step, a, b)));
	return true;
}

static bool fold(struct folds *folds, LLVMValueRef step)
{
	struct aw_unit *unit = folds->unit;
	LLVMTypeRef type = LLVMTypeOf(step);
	unsigned order[AW_SIMD_MAX_WIDTH];
	if (kind_of(step) == COMMUTING || LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) > AW_SIMD_MAX_WIDTH)
		return false;
	if (fold_uniform(unit, step))
		return true;
	unsigned width = LLVMGetVectorSize(type);
	LLVMValueRef vector = find_step(step, width, order);
	if (!vector)
		return false;
	struct folded from = folded_of(folds, vector, width), to;
	struct pairs pairs;
	find_pairs(&from, order, width, &pairs);
	if (!pairs.count || 2 * pairs.count > from.count || (pairs.count & (pairs.count - 1)))
		return false;
	aw_llvm_at(unit->builder, step);
	LLVMValueRef a = pick(unit, from.compact, pairs.a, pairs.count);
	to.compact = compute(unit, step, a, pick(unit, from.compact, pairs.b, pairs.count));
	to.count = pairs.count;
	memcpy(to.lane, pairs.lane, sizeof(to.lane));
	LLVMValueRef all = spread(unit, &to, type);
	aw_need(aw_vec_push(&folds->list, to));
	aw_need(aw_map_put(&folds->numbers, all, (void *)(uintptr_t)folds->list.count));
	aw_llvm_replace(step, all);
	return true;
}

bool aw_simd_fold_butterflies(struct aw_unit *unit, LLVMValueRef function)
{
	struct folds folds = { .unit = unit };
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(step, block)
			changed |= fold(&folds, step);
	aw_map_finish(&folds.numbers);
	aw_vec_finish(&folds.list);
	return changed;
}
