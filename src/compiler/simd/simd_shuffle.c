// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles of a warp whose lanes are the lanes of the gang.  The rule for the source lane is PTX's ("shfl.sync");
// where it and the segment are constants the whole is a constant permutation, else the source lanes are computed
// as a vector.  Lanes whose source is outside their segment keep their own value.  A source that takes no part, as it
// left or never was, gives 0: CUDA leaves the value open, GPUs give that, and sums over a block's last warp that isn't
// whole come out right by it.
//
// The mask operand says which lanes take part.  Programs that CUDA defines name all active lanes that come to
// the call with this mask, so it adds nothing to the gang's own mask here.
#include "simd_warp.h"

#include <assert.h>
#include <string.h>

enum shuffle_op { UP, DOWN, BUTTERFLY, INDEX };

struct shuffle {
	enum shuffle_op op;
	bool pair; // the result is { value, whether the source was in the segment }
	struct aw_simd_value value, operand, control;
	LLVMValueRef mask;
	struct aw_shape shape;
};

// "llvm.nvvm.shfl.sync.down.f32p"
static void read_call(struct shuffle *shuffle, LLVMValueRef call, const struct aw_simd_value *arguments)
{
	static const char *const names[] = { "up.", "down.", "bfly.", "idx." };
	const char *name = aw_llvm_name(aw_llvm_callee(call)) + strlen("llvm.nvvm.shfl.");
	bool sync = aw_starts_with(name, "sync.");
	name += sync ? strlen("sync.") : 0;
	while (shuffle->op < INDEX && !aw_starts_with(name, names[shuffle->op]))
		shuffle->op++;
	assert(aw_starts_with(name, names[shuffle->op]) && LLVMGetNumArgOperands(call) == 3u + sync);
	shuffle->pair = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind;
	shuffle->value = arguments[sync];
	shuffle->operand = arguments[sync + 1];
	shuffle->control = arguments[sync + 2];
}

// --- the source is known ---

struct route {
	unsigned source[AW_SIMD_WARP_LANES];
	bool inside[AW_SIMD_WARP_LANES];
};

// The words of PTX ISA, "shfl.sync", for one lane.
static void find_source(struct route *route, enum shuffle_op op, int lane, int b, int segment, int clamp)
{
	int last = (lane & segment) | (clamp & ~segment), source = lane;
	bool inside = false;
	switch (op) {
	case UP: source = lane - b, inside = source >= last; break;
	case DOWN: source = lane + b, inside = source <= last; break;
	case BUTTERFLY: source = lane ^ b, inside = source <= last; break;
	case INDEX: source = (lane & segment) | (b & ~segment), inside = source <= last; break;
	}
	assert(!inside || (source >= 0 && source < AW_SIMD_WARP_LANES));
	route->inside[lane] = inside;
	route->source[lane] = (unsigned)(inside ? source : lane);
}

static bool find_route(const struct shuffle *shuffle, struct route *route)
{
	int64_t operand, control;
	if (!aw_shape_is_uniform(shuffle->operand.shape) || !aw_llvm_constant(shuffle->operand.value, &operand) ||
	    !aw_shape_is_uniform(shuffle->control.shape) || !aw_llvm_constant(shuffle->control.value, &control))
		return false;
	for (int lane = 0; lane < AW_SIMD_WARP_LANES; lane++)
		find_source(route, shuffle->op, lane, (int)(operand & 31), (int)(control >> 8 & 31), (int)(control & 31));
	return true;
}

static LLVMValueRef route_vector(struct aw_simd *simd, const struct route *route)
{
	LLVMValueRef lanes[AW_SIMD_WARP_LANES];
	for (unsigned i = 0; i < AW_SIMD_WARP_LANES; i++)
		lanes[i] = aw_simd_number(simd, 32, route->source[i]);
	return LLVMConstVector(lanes, AW_SIMD_WARP_LANES);
}

static LLVMValueRef inside_vector(struct aw_simd *simd, const struct route *route)
{
	LLVMValueRef lanes[AW_SIMD_WARP_LANES];
	for (unsigned i = 0; i < AW_SIMD_WARP_LANES; i++)
		lanes[i] = aw_simd_number(simd, 1, route->inside[i]);
	return LLVMConstVector(lanes, AW_SIMD_WARP_LANES);
}

static LLVMValueRef route_values(struct aw_simd *simd, LLVMValueRef vector, const struct route *route)
{
	return LLVMBuildShuffleVector(simd->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), route_vector(simd, route), "");
}

// --- the source is computed ---

static LLVMValueRef splat_number(struct aw_simd *simd, uint32_t number)
{
	return aw_simd_splat(simd, aw_simd_number(simd, 32, number));
}

// The same words for all lanes.  *INSIDE: the source is in the segment; the source is a lane in any case, be the
// operands poison, as they may in lanes that are not active.
static LLVMValueRef compute_source(struct aw_simd *simd, const struct shuffle *shuffle, LLVMValueRef *inside)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef lane = aw_simd_iota(simd, aw_simd_integer(simd, 32)), low = splat_number(simd, 31), source = NULL;
	LLVMValueRef control = aw_simd_vector(simd, shuffle->control);
	LLVMValueRef b = LLVMBuildAnd(builder, aw_simd_vector(simd, shuffle->operand), low, "");
	LLVMValueRef segment = LLVMBuildAnd(builder, LLVMBuildLShr(builder, control, splat_number(simd, 8), ""), low, "");
	LLVMValueRef outside = LLVMBuildXor(builder, segment, low, "");
	LLVMValueRef first = LLVMBuildAnd(builder, lane, segment, "");
	LLVMValueRef last = LLVMBuildOr(builder, first, LLVMBuildAnd(builder, control, outside, ""), "");
	switch (shuffle->op) {
	case UP: source = LLVMBuildSub(builder, lane, b, ""); break;
	case DOWN: source = LLVMBuildAdd(builder, lane, b, ""); break;
	case BUTTERFLY: source = LLVMBuildXor(builder, lane, b, ""); break;
	case INDEX: source = LLVMBuildOr(builder, first, LLVMBuildAnd(builder, b, outside, ""), ""); break;
	}
	*inside = LLVMBuildICmp(builder, shuffle->op == UP ? LLVMIntSGE : LLVMIntSLE, source, last, "");
	return LLVMBuildAnd(builder, LLVMBuildFreeze(builder, source, ""), low, "");
}

// --- a whole shuffle ---

// VECTOR with 0 in the lanes that aren't active.
static LLVMValueRef only_active(struct aw_simd *simd, const struct shuffle *shuffle, LLVMValueRef vector)
{
	return aw_simd_select(simd, shuffle->mask, vector, LLVMConstNull(LLVMTypeOf(vector)));
}

// The lane that all read when that is one: an index without segments.
static LLVMValueRef common_source(struct aw_simd *simd, const struct shuffle *shuffle)
{
	int64_t control;
	if (shuffle->op != INDEX || !aw_shape_is_uniform(shuffle->operand.shape) ||
	    !aw_shape_is_uniform(shuffle->control.shape) || !aw_llvm_constant(shuffle->control.value, &control) ||
	    (control & 0x1f1f) != 0x1f)
		return NULL;
	return LLVMBuildAnd(simd->builder, shuffle->operand.value, aw_simd_number(simd, 32, 31), "");
}

static LLVMValueRef make_result(struct aw_simd *simd, const struct shuffle *shuffle, LLVMValueRef value, LLVMValueRef inside)
{
	if (!shuffle->pair)
		return value;
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(inside) };
	LLVMValueRef pair = LLVMGetPoison(LLVMStructTypeInContext(simd->unit->context, types, 2, false));
	pair = LLVMBuildInsertValue(simd->builder, pair, value, 0, "");
	return LLVMBuildInsertValue(simd->builder, pair, inside, 1, "");
}

// Headers make two shuffles of one of 64 bits: V is then the lower half of W, or of W >> 32.  Both halves are taken
// from the whole W shuffled, which is one value again when they are put together.  Returns W, or V itself.
static LLVMValueRef whole_of(struct aw_simd *simd, LLVMValueRef v, bool *upper)
{
	LLVMTypeRef wide = aw_simd_type(simd, aw_simd_integer(simd, 64));
	*upper = false;
	if (!LLVMIsATruncInst(v) || LLVMTypeOf(LLVMGetOperand(v, 0)) != wide)
		return v;
	LLVMValueRef whole = LLVMGetOperand(v, 0);
	*upper = aw_llvm_is_op(whole, LLVMLShr) && LLVMGetOperand(whole, 1) == aw_simd_splat(simd, aw_simd_number(simd, 64, 32));
	return *upper ? LLVMGetOperand(whole, 0) : whole;
}

// VECTOR's lane SOURCE.
static LLVMValueRef read_lane(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef source)
{
	bool upper;
	LLVMValueRef whole = whole_of(simd, vector, &upper), lane = aw_simd_lane(simd, whole, source);
	if (upper)
		lane = LLVMBuildLShr(simd->builder, lane, aw_simd_number(simd, 64, 32), "");
	return whole == vector ? lane : LLVMBuildTrunc(simd->builder, lane, aw_simd_integer(simd, 32), "");
}

static LLVMValueRef broadcast(struct aw_simd *simd, const struct shuffle *shuffle, LLVMValueRef source)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef value = aw_shape_is_uniform(shuffle->value.shape) ? shuffle->value.value :
	                                                                 read_lane(simd, aw_simd_vector(simd, shuffle->value), source);
	if (shuffle->mask) {
		LLVMValueRef bit = LLVMBuildLShr(builder, aw_simd_bits(simd, shuffle->mask), source, "");
		LLVMValueRef there = LLVMBuildTrunc(builder, bit, aw_simd_integer(simd, 1), "");
		value = LLVMBuildSelect(builder, there, value, LLVMConstNull(LLVMTypeOf(value)), "");
	}
	if (aw_shape_is_uniform(shuffle->shape))
		return make_result(simd, shuffle, value, aw_simd_number(simd, 1, true));
	return make_result(simd, shuffle, aw_simd_splat(simd, value), aw_simd_full(simd));
}

static LLVMValueRef exchange_known(struct aw_simd *simd, const struct shuffle *shuffle, LLVMValueRef own, const struct route *route)
{
	bool upper;
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef whole = whole_of(simd, own, &upper);
	LLVMValueRef result = route_values(simd, only_active(simd, shuffle, whole), route);
	if (upper)
		result = LLVMBuildLShr(builder, result, aw_simd_splat(simd, aw_simd_number(simd, 64, 32)), "");
	return whole == own ? result : LLVMBuildTrunc(builder, result, LLVMTypeOf(own), "");
}

static LLVMValueRef exchange(struct aw_simd *simd, const struct shuffle *shuffle)
{
	struct route route;
	LLVMValueRef inside = NULL, own = aw_simd_vector(simd, shuffle->value);
	if (find_route(shuffle, &route))
		return make_result(simd, shuffle, exchange_known(simd, shuffle, own, &route), inside_vector(simd, &route));
	LLVMValueRef source = compute_source(simd, shuffle, &inside);
	LLVMValueRef taken = aw_simd_lookup(simd, only_active(simd, shuffle, own), source);
	return make_result(simd, shuffle, aw_simd_select(simd, inside, taken, own), inside);
}

LLVMValueRef aw_simd_warp_shuffle(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                                  LLVMValueRef mask, struct aw_shape shape)
{
	assert(simd->gang.width == AW_SIMD_WARP_LANES);
	struct shuffle shuffle = { .op = UP, .mask = mask, .shape = shape };
	read_call(&shuffle, call, arguments);
	LLVMValueRef source = common_source(simd, &shuffle);
	return source ? broadcast(simd, &shuffle, source) : exchange(simd, &shuffle);
}
