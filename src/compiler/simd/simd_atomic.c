// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations of a gang.  The result is always that of the lanes one after the other from the lowest,
// which is the order of the fibers, with as few atomic instructions as that allows:
//
//     one address, an operation on integers that is associative     one atomic with what the active lanes'
//                                     values come to; a lane whose result is used gets what was there before,
//                                     combined with the values of the lanes below it (an exclusive scan)
//     one address, exchange, result unused      one atomic with the last lane's value
//     one address, sum of floats      one compare and swap around the sums of all lanes in order: floats are
//                                     not associative, so the order stays
//     anything else                   lane by lane
//
// Shared memory belongs to a block, a block runs on one worker and its gangs one after the other, so there
// no other thread can come between: a plain load, operation and store is atomic enough, and a tenth of the
// price.  The same goes for local memory.  Where the results are unused besides, simd_updates.c makes these.  Sums in
// global memory may be put off (simd_later.c).
#include "simd_updates.h"

#include <assert.h>

#include "../analysis/access.h"
#include "simd_later.h"

struct atomic {
	LLVMValueRef instruction;
	const struct aw_simd_value *operands; // address, value; or address, expected, new value
	LLVMValueRef mask;                    // NULL: all lanes
	LLVMTypeRef type;                     // of the value in memory
	bool alone;                           // no other worker can reach the memory
	bool used;                            // the kernel wants the results
	bool later;                           // it may be put off,
	LLVMValueRef may;                     // if this says so; or NULL
};

bool aw_simd_is_update(LLVMValueRef instruction)
{
	return LLVMIsAAtomicRMWInst(instruction) && !LLVMGetFirstUse(instruction) && !LLVMGetVolatile(instruction) &&
	       aw_access_is_blocks_own(LLVMGetOperand(instruction, 0));
}

// --- one operation on scalars or vectors ---

static LLVMValueRef pick(struct aw_simd *simd, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef better = LLVMBuildICmp(simd->builder, predicate, a, b, "");
	return LLVMBuildSelect(simd->builder, better, a, b, "");
}

static LLVMValueRef pick_float(struct aw_simd *simd, const char *name, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = LLVMTypeOf(a);
	LLVMValueRef arguments[] = { a, b };
	return aw_simd_intrinsic(simd, name, &type, 1, arguments, 2);
}

static LLVMValueRef wrap_up(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef limit)
{
	LLVMTypeRef type = LLVMTypeOf(old);
	LLVMValueRef up = LLVMBuildAdd(simd->builder, old, LLVMConstInt(type, 1, false), "");
	LLVMValueRef over = LLVMBuildICmp(simd->builder, LLVMIntUGE, old, limit, "");
	return LLVMBuildSelect(simd->builder, over, LLVMConstNull(type), up, "");
}

static LLVMValueRef wrap_down(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef limit)
{
	LLVMTypeRef type = LLVMTypeOf(old);
	LLVMValueRef down = LLVMBuildSub(simd->builder, old, LLVMConstInt(type, 1, false), "");
	LLVMValueRef zero = LLVMBuildICmp(simd->builder, LLVMIntEQ, old, LLVMConstNull(type), "");
	LLVMValueRef over = LLVMBuildICmp(simd->builder, LLVMIntUGT, old, limit, "");
	LLVMValueRef restart = LLVMBuildOr(simd->builder, zero, over, "");
	return LLVMBuildSelect(simd->builder, restart, limit, down, "");
}

// What memory that holds OLD holds after the operation with VALUE.
static LLVMValueRef apply(struct aw_simd *simd, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef value)
{
	LLVMBuilderRef builder = simd->builder;
	switch (op) {
	case LLVMAtomicRMWBinOpXchg: return value;
	case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(builder, old, value, "");
	case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(builder, old, value, "");
	case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(builder, old, value, "");
	case LLVMAtomicRMWBinOpNand: return LLVMBuildNot(builder, LLVMBuildAnd(builder, old, value, ""), "");
	case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(builder, old, value, "");
	case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(builder, old, value, "");
	case LLVMAtomicRMWBinOpMax: return pick(simd, LLVMIntSGT, old, value);
	case LLVMAtomicRMWBinOpMin: return pick(simd, LLVMIntSLT, old, value);
	case LLVMAtomicRMWBinOpUMax: return pick(simd, LLVMIntUGT, old, value);
	case LLVMAtomicRMWBinOpUMin: return pick(simd, LLVMIntULT, old, value);
	case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(builder, old, value, "");
	case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(builder, old, value, "");
	case LLVMAtomicRMWBinOpFMax: return pick_float(simd, "llvm.maxnum", old, value);
	case LLVMAtomicRMWBinOpFMin: return pick_float(simd, "llvm.minnum", old, value);
	case LLVMAtomicRMWBinOpUIncWrap: return wrap_up(simd, old, value);
	case LLVMAtomicRMWBinOpUDecWrap: return wrap_down(simd, old, value);
	}
	assert(!"an atomic operation of a later LLVM");
	return NULL;
}

// --- one lane's atomic ---

// Gangs that come by one after another find different values, which gang_loops knows by the ordering, and takes away.
static LLVMValueRef plain_load(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef address)
{
	LLVMValueRef old = LLVMBuildLoad2(simd->builder, atomic->type, address, "");
	LLVMSetAlignment(old, LLVMGetAlignment(atomic->instruction));
	LLVMSetVolatile(old, LLVMGetVolatile(atomic->instruction));
	LLVMSetOrdering(old, LLVMAtomicOrderingUnordered);
	return old;
}

static void plain_store(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef value, LLVMValueRef address)
{
	LLVMValueRef store = LLVMBuildStore(simd->builder, value, address);
	LLVMSetAlignment(store, LLVMGetAlignment(atomic->instruction));
	LLVMSetVolatile(store, LLVMGetVolatile(atomic->instruction));
}

// The kernel's own instruction with one lane's operands; returns what was in memory.
static LLVMValueRef update(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef address, LLVMValueRef value)
{
	assert(LLVMTypeOf(value) == atomic->type);
	if (atomic->alone) {
		LLVMValueRef old = plain_load(simd, atomic, address);
		LLVMValueRef new = apply(simd, LLVMGetAtomicRMWBinOp(atomic->instruction), old, value);
		plain_store(simd, atomic, new, address);
		return old;
	}
	LLVMValueRef copy = LLVMInstructionClone(atomic->instruction);
	LLVMSetOperand(copy, 0, address);
	LLVMSetOperand(copy, 1, value);
	LLVMInsertIntoBuilder(simd->builder, copy);
	return copy;
}

void aw_simd_update_one(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef address, LLVMValueRef value)
{
	struct atomic atomic = { .instruction = instruction, .type = LLVMTypeOf(value), .alone = true };
	assert(aw_simd_is_update(instruction));
	update(simd, &atomic, address, value);
}

// --- lane by lane ---

// Sums of lanes whose addresses lie anywhere may be put off each for itself.
static LLVMValueRef update_in_turn(struct aw_simd *simd, const struct atomic *atomic)
{
	struct aw_simd_lanes loop;
	struct aw_simd_results results;
	bool apart = atomic->later && atomic->operands[0].shape.kind == AW_SHAPE_VARYING;
	if (atomic->used)
		aw_simd_results_begin(simd, atomic->type, &results);
	struct aw_simd_stash addresses = aw_simd_stash(simd, atomic->operands[0]);
	struct aw_simd_stash values = aw_simd_stash(simd, atomic->operands[1]);
	aw_simd_lanes_begin(simd, atomic->mask, &loop);
	LLVMValueRef address = aw_simd_stashed(simd, &addresses, loop.lane);
	LLVMValueRef value = aw_simd_stashed(simd, &values, loop.lane);
	LLVMBasicBlockRef done = apart ? aw_simd_later_begin_lane(simd, address, value, atomic->may) : NULL;
	LLVMValueRef old = update(simd, atomic, address, value);
	if (apart)
		aw_simd_later_end(simd, done);
	if (atomic->used)
		aw_simd_results_put(simd, &results, old, loop.lane);
	aw_simd_lanes_end(simd, &loop);
	return atomic->used ? aw_simd_results_end(simd, &results) : NULL;
}

// The lanes' sums in a row.
static void update_row_later(struct aw_simd *simd, const struct atomic *atomic)
{
	LLVMValueRef values = aw_simd_vector(simd, atomic->operands[1]);
	values = aw_simd_select(simd, atomic->mask, values, LLVMConstNull(LLVMTypeOf(values)));
	LLVMBasicBlockRef done = aw_simd_later_begin(simd, atomic->operands[0].value, values, atomic->may);
	update_in_turn(simd, atomic);
	aw_simd_later_end(simd, done);
}

// The old value and whether it was the expected one.
static void exchange(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef operands[3], LLVMValueRef pair[2])
{
	if (atomic->alone) {
		pair[0] = plain_load(simd, atomic, operands[0]);
		pair[1] = LLVMBuildICmp(simd->builder, LLVMIntEQ, pair[0], operands[1], "");
		LLVMValueRef new = LLVMBuildSelect(simd->builder, pair[1], operands[2], pair[0], "");
		plain_store(simd, atomic, new, operands[0]);
		return;
	}
	LLVMValueRef copy = LLVMInstructionClone(atomic->instruction);
	for (unsigned i = 0; i < 3; i++)
		LLVMSetOperand(copy, i, operands[i]);
	LLVMInsertIntoBuilder(simd->builder, copy);
	for (unsigned i = 0; i < 2; i++)
		pair[i] = LLVMBuildExtractValue(simd->builder, copy, i, "");
}

void aw_simd_exchange_one(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef operands[3], LLVMValueRef pair[2])
{
	struct atomic atomic = { .instruction = instruction, .type = LLVMTypeOf(operands[1]), .alone = true };
	assert(aw_access_is_blocks_own(LLVMGetOperand(instruction, 0)));
	exchange(simd, &atomic, operands, pair);
}

static LLVMValueRef exchange_lanes(struct aw_simd *simd, const struct atomic *atomic)
{
	struct aw_simd_lanes loop;
	struct aw_simd_results results[2];
	struct aw_simd_stash stashes[3];
	LLVMValueRef operands[3], pair[2];
	for (unsigned i = 0; i < 3; i++)
		stashes[i] = aw_simd_stash(simd, atomic->operands[i]);
	aw_simd_results_begin(simd, atomic->type, &results[0]);
	aw_simd_results_begin(simd, aw_simd_integer(simd, 1), &results[1]);
	aw_simd_lanes_begin(simd, atomic->mask, &loop);
	for (unsigned i = 0; i < 3; i++)
		operands[i] = aw_simd_stashed(simd, &stashes[i], loop.lane);
	exchange(simd, atomic, operands, pair);
	for (unsigned i = 0; i < 2; i++)
		aw_simd_results_put(simd, &results[i], pair[i], loop.lane);
	aw_simd_lanes_end(simd, &loop);
	LLVMValueRef result = LLVMGetPoison(aw_simd_type(simd, LLVMTypeOf(atomic->instruction)));
	for (unsigned i = 0; i < 2; i++)
		result = LLVMBuildInsertValue(simd->builder, result, aw_simd_results_end(simd, &results[i]), i, "");
	return result;
}

// --- one address, integers ---

// The operation that several lanes' values are combined by, and the value that changes nothing; false when
// there is none.
static bool combination(LLVMAtomicRMWBinOp op, LLVMTypeRef type, LLVMAtomicRMWBinOp *inner, LLVMValueRef *identity)
{
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
		return false;
	unsigned width = LLVMGetIntTypeWidth(type);
	uint64_t top = 1ull << (width - 1);
	*inner = op == LLVMAtomicRMWBinOpSub ? LLVMAtomicRMWBinOpAdd : op;
	switch (op) {
	case LLVMAtomicRMWBinOpAdd:
	case LLVMAtomicRMWBinOpSub:
	case LLVMAtomicRMWBinOpOr:
	case LLVMAtomicRMWBinOpXor:
	case LLVMAtomicRMWBinOpUMax:
		*identity = LLVMConstNull(type);
		return true;
	case LLVMAtomicRMWBinOpAnd:
	case LLVMAtomicRMWBinOpUMin:
		*identity = LLVMConstAllOnes(type);
		return true;
	case LLVMAtomicRMWBinOpMax:
		*identity = LLVMConstInt(type, top, false);
		return true;
	case LLVMAtomicRMWBinOpMin:
		*identity = LLVMConstInt(type, top - 1, false);
		return true;
	default:
		return false;
	}
}

// VECTOR with each lane's value moved UP lanes up, IDENTITY coming in below.
static LLVMValueRef move_up(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef identity, unsigned up)
{
	LLVMValueRef indices[AW_SIMD_MAX_WIDTH];
	unsigned width = simd->gang.width;
	assert(up > 0 && up < width);
	for (unsigned i = 0; i < width; i++)
		indices[i] = aw_simd_number(simd, 32, i < up ? width + i : i - up);
	return LLVMBuildShuffleVector(simd->builder, vector, aw_simd_splat(simd, identity), LLVMConstVector(indices, width), "");
}

// For each lane what the lanes below it come to (W. Hillis, G. Steele, "Data Parallel Algorithms", 1986).
static LLVMValueRef scan_below(struct aw_simd *simd, LLVMAtomicRMWBinOp inner, LLVMValueRef values, LLVMValueRef identity)
{
	LLVMValueRef scan = move_up(simd, values, identity, 1);
	for (unsigned up = 1; up < simd->gang.width; up *= 2)
		scan = apply(simd, inner, scan, move_up(simd, scan, identity, up));
	return scan;
}

static LLVMValueRef reduce(struct aw_simd *simd, LLVMAtomicRMWBinOp inner, LLVMValueRef values)
{
	static const char *const names[] = {
		[LLVMAtomicRMWBinOpAdd] = "llvm.vector.reduce.add",   [LLVMAtomicRMWBinOpAnd] = "llvm.vector.reduce.and",
		[LLVMAtomicRMWBinOpOr] = "llvm.vector.reduce.or",     [LLVMAtomicRMWBinOpXor] = "llvm.vector.reduce.xor",
		[LLVMAtomicRMWBinOpMax] = "llvm.vector.reduce.smax",  [LLVMAtomicRMWBinOpMin] = "llvm.vector.reduce.smin",
		[LLVMAtomicRMWBinOpUMax] = "llvm.vector.reduce.umax", [LLVMAtomicRMWBinOpUMin] = "llvm.vector.reduce.umin",
	};
	assert((size_t)inner < sizeof(names) / sizeof(*names) && names[inner]);
	LLVMTypeRef type = LLVMTypeOf(values);
	return aw_simd_intrinsic(simd, names[inner], &type, 1, &values, 1);
}

static LLVMValueRef popcount(struct aw_simd *simd, LLVMValueRef mask)
{
	LLVMTypeRef type = aw_simd_integer(simd, 32);
	LLVMValueRef bits = aw_simd_bits(simd, mask);
	return aw_simd_intrinsic(simd, "llvm.ctpop", &type, 1, &bits, 1);
}

// What the active lanes' values come to.
static LLVMValueRef combined(struct aw_simd *simd, const struct atomic *atomic, LLVMAtomicRMWBinOp inner,
                             LLVMValueRef identity)
{
	struct aw_simd_value value = atomic->operands[1];
	if (aw_shape_is_uniform(value.shape) && inner == LLVMAtomicRMWBinOpAdd) {
		LLVMValueRef lanes = LLVMBuildIntCast2(simd->builder, popcount(simd, atomic->mask), atomic->type, false, "");
		return LLVMBuildMul(simd->builder, value.value, lanes, "");
	}
	if (aw_shape_is_uniform(value.shape) && inner != LLVMAtomicRMWBinOpXor)
		return value.value;
	LLVMValueRef values = aw_simd_select(simd, atomic->mask, aw_simd_vector(simd, value), aw_simd_splat(simd, identity));
	return reduce(simd, inner, values);
}

// Counts of lanes fit into bytes, so a uniform summand is multiplied after the scan.
static LLVMValueRef count_below(struct aw_simd *simd, const struct atomic *atomic)
{
	LLVMTypeRef byte = aw_simd_integer(simd, 8);
	LLVMValueRef ones = aw_simd_mask(simd, atomic->mask);
	ones = LLVMBuildZExt(simd->builder, ones, aw_simd_type(simd, byte), "");
	LLVMValueRef counts = scan_below(simd, LLVMAtomicRMWBinOpAdd, ones, LLVMConstNull(byte));
	LLVMTypeRef vector = aw_simd_type(simd, atomic->type);
	counts = LLVMBuildIntCast2(simd->builder, counts, vector, false, "");
	return LLVMBuildMul(simd->builder, counts, aw_simd_splat(simd, atomic->operands[1].value), "");
}

static void update_once_later(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef total)
{
	LLVMBasicBlockRef done = aw_simd_later_begin(simd, atomic->operands[0].value, total, atomic->may);
	update(simd, atomic, atomic->operands[0].value, total);
	aw_simd_later_end(simd, done);
}

static LLVMValueRef update_once(struct aw_simd *simd, const struct atomic *atomic, LLVMAtomicRMWBinOp inner,
                                LLVMValueRef identity)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic->instruction);
	LLVMValueRef total = combined(simd, atomic, inner, identity);
	if (atomic->later) {
		update_once_later(simd, atomic, total);
		return NULL;
	}
	LLVMValueRef old = update(simd, atomic, atomic->operands[0].value, total), below;
	if (!atomic->used)
		return NULL;
	if (inner == LLVMAtomicRMWBinOpAdd && aw_shape_is_uniform(atomic->operands[1].shape)) {
		below = count_below(simd, atomic);
	} else {
		LLVMValueRef values = aw_simd_vector(simd, atomic->operands[1]);
		values = aw_simd_select(simd, atomic->mask, values, aw_simd_splat(simd, identity));
		below = scan_below(simd, inner, values, identity);
	}
	return apply(simd, op, aw_simd_splat(simd, old), below);
}

// --- one address, sums of floats ---

struct sum {
	LLVMValueRef slot;              // the sum so far
	struct aw_simd_stash values;    // of the lanes
	struct aw_simd_results results; // the sums on the way
};

// The sum of START and the active lanes' values in order.
static LLVMValueRef sum_lanes(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef start, struct sum *sum)
{
	struct aw_simd_lanes loop;
	LLVMBuildStore(simd->builder, start, sum->slot);
	aw_simd_lanes_begin(simd, atomic->mask, &loop);
	LLVMValueRef before = LLVMBuildLoad2(simd->builder, atomic->type, sum->slot, "");
	LLVMValueRef value = aw_simd_stashed(simd, &sum->values, loop.lane);
	if (atomic->used)
		aw_simd_results_put(simd, &sum->results, before, loop.lane);
	LLVMValueRef after = apply(simd, LLVMGetAtomicRMWBinOp(atomic->instruction), before, value);
	LLVMBuildStore(simd->builder, after, sum->slot);
	aw_simd_lanes_end(simd, &loop);
	return LLVMBuildLoad2(simd->builder, atomic->type, sum->slot, "");
}

// A compare and swap of the bits in ADDRESS; returns what was there as a float and whether it was OLD.
static LLVMValueRef swap_bits(struct aw_simd *simd, const struct atomic *atomic, LLVMValueRef old, LLVMValueRef new,
                              LLVMValueRef *done)
{
	LLVMBuilderRef builder = simd->builder;
	unsigned bits = LLVMGetTypeKind(atomic->type) == LLVMFloatTypeKind ? 32 : 64;
	LLVMTypeRef integer = aw_simd_integer(simd, bits);
	LLVMAtomicOrdering order = LLVMGetOrdering(atomic->instruction);
	LLVMAtomicOrdering failure = order == LLVMAtomicOrderingSequentiallyConsistent ? order : LLVMAtomicOrderingMonotonic;
	LLVMValueRef pair = LLVMBuildAtomicCmpXchg(builder, atomic->operands[0].value, LLVMBuildBitCast(builder, old, integer, ""),
	                                           LLVMBuildBitCast(builder, new, integer, ""), order, failure, false);
	LLVMSetAlignment(pair, LLVMGetAlignment(atomic->instruction));
	*done = LLVMBuildExtractValue(builder, pair, 1, "");
	return LLVMBuildBitCast(builder, LLVMBuildExtractValue(builder, pair, 0, ""), atomic->type, "");
}

static void swap_until_done(struct aw_simd *simd, const struct atomic *atomic, struct sum *sum)
{
	LLVMValueRef first = plain_load(simd, atomic, atomic->operands[0].value), done;
	LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
	LLVMBasicBlockRef before = LLVMGetInsertBlock(simd->builder);
	LLVMBasicBlockRef end = aw_simd_block(simd, "sum.done"), body = aw_simd_block(simd, "sum");
	LLVMBuildBr(simd->builder, body);
	LLVMPositionBuilderAtEnd(simd->builder, body);
	LLVMValueRef old = LLVMBuildPhi(simd->builder, atomic->type, "");
	LLVMValueRef new = sum_lanes(simd, atomic, old, sum);
	LLVMValueRef seen = swap_bits(simd, atomic, old, new, &done);
	LLVMValueRef values[] = { first, seen };
	LLVMBasicBlockRef blocks[] = { before, LLVMGetInsertBlock(simd->builder) };
	LLVMBuildCondBr(simd->builder, done, end, body);
	LLVMAddIncoming(old, values, blocks, 2);
	LLVMPositionBuilderAtEnd(simd->builder, end);
}

static LLVMValueRef sum_once(struct aw_simd *simd, const struct atomic *atomic)
{
	struct sum sum = {
		.slot = aw_simd_alloca(simd, atomic->type, "sum"),
		.values = aw_simd_stash(simd, atomic->operands[1]),
	};
	if (atomic->used)
		aw_simd_results_begin(simd, atomic->type, &sum.results);
	if (atomic->alone) {
		LLVMValueRef address = atomic->operands[0].value;
		LLVMValueRef new = sum_lanes(simd, atomic, plain_load(simd, atomic, address), &sum);
		plain_store(simd, atomic, new, address);
	} else {
		swap_until_done(simd, atomic, &sum);
	}
	return atomic->used ? aw_simd_results_end(simd, &sum.results) : NULL;
}

static bool is_float_sum(const struct atomic *atomic)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic->instruction);
	return aw_llvm_is_float(atomic->type) && (op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub);
}

// --- the choice ---

static LLVMValueRef update_one_address(struct aw_simd *simd, const struct atomic *atomic)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic->instruction), inner;
	LLVMValueRef identity;
	assert(aw_shape_is_uniform(atomic->operands[0].shape));
	if (combination(op, atomic->type, &inner, &identity))
		return update_once(simd, atomic, inner, identity);
	if (op == LLVMAtomicRMWBinOpXchg && !atomic->used) {
		LLVMValueRef value = aw_simd_extract(simd, atomic->operands[1], aw_simd_last(simd, atomic->mask));
		update(simd, atomic, atomic->operands[0].value, value);
		return NULL;
	}
	return is_float_sum(atomic) ? sum_once(simd, atomic) : update_in_turn(simd, atomic);
}

LLVMValueRef aw_simd_atomic(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *operands,
                            LLVMValueRef mask)
{
	struct atomic atomic = {
		.instruction = instruction,
		.operands = operands,
		.mask = mask,
		.type = LLVMTypeOf(LLVMGetOperand(instruction, 1)),
		.alone = aw_access_is_blocks_own(LLVMGetOperand(instruction, 0)),
		.used = LLVMGetFirstUse(instruction),
		.later = simd->later && aw_map_get(simd->later, instruction),
	};
	if (LLVMIsAAtomicCmpXchgInst(instruction)) {
		LLVMValueRef result = exchange_lanes(simd, &atomic);
		return atomic.used ? result : NULL;
	}
	assert(LLVMIsAAtomicRMWInst(instruction));
	atomic.may = atomic.later ? aw_simd_may_put_off(simd, instruction) : NULL;
	if (aw_shape_is_uniform(operands[0].shape))
		return update_one_address(simd, &atomic);
	if (atomic.later && operands[0].shape.kind == AW_SHAPE_STRIDED) {
		update_row_later(simd, &atomic);
		return NULL;
	}
	return update_in_turn(simd, &atomic);
}
