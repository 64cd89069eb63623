// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided accesses where only the program's run can tell that they are.  a[y * pitch + x] with 32-bit unsigned
// numbers may wrap around 2^32 between two lanes; no program does it, but each might.  So the piece of a block
// with such accesses is made twice, once for gangs whose indices don't wrap:
//
//     first = v - lane * stride              the index of lane 0, the same for all lanes
//     if (first <= 2^32 - 1 - (W - 1) * stride)
//         accesses at widen(first) + lane * stride, which are strided
//     else
//         accesses as they were
//
// It is all in terms of scalar code and aw.lane.index, so the analysis sees by itself that the branch is uniform
// and the addresses strided.  One branch serves all accesses of a piece: pieces end at calls, which are not
// doubled.  This is loop versioning, as LLVM's for strides and aliases, in the small.
#include "simd.h"

#include <assert.h>

#include "../analysis/shape_rules.h"

enum {
	WIDE = 64,
	FAR_STRIDE = 64,    // bytes; from here on a gather is as good
	LONG_PIECE = 256,   // instructions between the first access and the last
	MOST_COPIED = 3000, // instructions of a function
	DEEP = 16,
};

// The lanes of an extension, when they don't wrap.
struct straight {
	LLVMValueRef holds; // i1: they don't
	LLVMValueRef wide;  // i64: the extension's value then
};

struct piece {
	LLVMValueRef first, last; // of its accesses
	AW_VEC(LLVMValueRef) extensions;
};

struct check {
	struct aw_unit *unit;
	struct aw_uniformity uniformity;
	struct aw_map hoped; // values that are strided if nothing wraps; their shape in `uniformity` is that
	struct aw_map hopeless;
	struct aw_map made; // extension -> index of `straights` + 1
	AW_VEC(struct straight) straights;
	LLVMValueRef lane;    // i64
	struct aw_map places; // instruction of the block in work -> its place in it + 1
	AW_VEC(struct piece) pieces;
	size_t copied;
};

// --- which addresses would be strided ---

static struct aw_shape shape_of(const struct check *check, LLVMValueRef value)
{
	return aw_uniformity_shape(&check->uniformity, value);
}

static void hope_for(struct check *check, LLVMValueRef value, struct aw_shape shape)
{
	size_t item = (size_t)(uintptr_t)aw_map_get(&check->uniformity.shapes, value);
	assert(item && item <= check->uniformity.items.count);
	check->uniformity.items.items[item - 1] = shape;
	aw_need(aw_map_put(&check->hoped, value, value));
}

// The distance between the first and the last lane.
static uint64_t reach_of(const struct check *check, int64_t stride)
{
	return (stride < 0 ? -(uint64_t)stride : (uint64_t)stride) * (check->uniformity.gang.width - 1);
}

// Whether VALUE is a strided number widened in vain.
static bool loses_stride(const struct check *check, LLVMValueRef value)
{
	if (!LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value))
		return false;
	LLVMTypeRef to = LLVMTypeOf(value), from = LLVMTypeOf(LLVMGetOperand(value, 0));
	if (LLVMGetTypeKind(to) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(to) != WIDE)
		return false;
	struct aw_shape shape = shape_of(check, LLVMGetOperand(value, 0));
	unsigned bits = LLVMGetIntTypeWidth(from);
	return shape.kind == AW_SHAPE_STRIDED && bits >= 16 && reach_of(check, shape.stride) < (uint64_t)1 << (bits - 2);
}

static bool is_linear(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMGetElementPtr:
	case LLVMAddrSpaceCast:
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		return true;
	default:
		return false;
	}
}

static bool hope(struct check *check, LLVMValueRef value, unsigned depth);

static bool hope_for_linear(struct check *check, LLVMValueRef value, unsigned depth)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!hope(check, LLVMGetOperand(value, i), depth))
			return false;
	struct aw_shape shape = aw_shape_of_instruction(&check->uniformity, value);
	if (shape.kind == AW_SHAPE_VARYING)
		return false;
	hope_for(check, value, shape);
	return true;
}

// Whether VALUE is not varying, or would not be if some extensions didn't wrap.
static bool hope(struct check *check, LLVMValueRef value, unsigned depth)
{
	if (shape_of(check, value).kind != AW_SHAPE_VARYING)
		return true;
	if (!LLVMIsAInstruction(value) || depth >= DEEP || aw_map_get(&check->hopeless, value))
		return false;
	bool good = loses_stride(check, value);
	if (good) {
		struct aw_shape shape = shape_of(check, LLVMGetOperand(value, 0));
		hope_for(check, value, shape);
	} else if (is_linear(value)) {
		good = hope_for_linear(check, value, depth + 1);
	}
	if (!good)
		aw_need(aw_map_put(&check->hopeless, value, value));
	return good;
}

// The address of a plain load or store, else NULL.
static LLVMValueRef address_of(LLVMValueRef instruction)
{
	LLVMValueRef address = aw_llvm_address(instruction);
	return address && aw_llvm_is_plain(instruction) ? address : NULL;
}

static bool is_wanted(struct check *check, LLVMValueRef instruction)
{
	LLVMValueRef address = address_of(instruction);
	if (!address || (shape_of(check, address).kind != AW_SHAPE_VARYING && !aw_map_get(&check->hoped, address)))
		return false;
	if (!hope(check, address, 0))
		return false;
	int64_t stride = shape_of(check, address).stride;
	return stride >= -FAR_STRIDE && stride <= FAR_STRIDE;
}

// --- pieces ---

static bool is_movable(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem)
		return false;
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || opcode == LLVMGetElementPtr || opcode == LLVMICmp ||
	       opcode == LLVMSelect || opcode == LLVMFreeze;
}

static uintptr_t place_of(const struct check *check, LLVMValueRef value)
{
	return (uintptr_t)aw_map_get(&check->places, value);
}

// Whether VALUE can be had before PLACE of the block in work.
static bool can_lift(const struct check *check, LLVMValueRef value, uintptr_t place, unsigned depth)
{
	if (!LLVMIsAInstruction(value) || place_of(check, value) < place)
		return true; // in another block: 0
	if (depth >= DEEP || !is_movable(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!can_lift(check, LLVMGetOperand(value, i), place, depth + 1))
			return false;
	return true;
}

static void lift(struct check *check, LLVMValueRef value, LLVMValueRef before)
{
	if (!LLVMIsAInstruction(value) || place_of(check, value) < place_of(check, before))
		return;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		lift(check, LLVMGetOperand(value, i), before);
	LLVMInstructionRemoveFromParent(value);
	LLVMPositionBuilderBefore(check->unit->builder, before);
	LLVMInsertIntoBuilder(check->unit->builder, value);
	aw_need(aw_map_put(&check->places, value, (void *)(place_of(check, before) - 1)));
}

static void add_extensions(struct check *check, struct piece *piece, LLVMValueRef value)
{
	if (!aw_map_get(&check->hoped, value))
		return;
	if (is_linear(value)) {
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
			add_extensions(check, piece, LLVMGetOperand(value, i));
		return;
	}
	for (size_t i = 0; i < piece->extensions.count; i++)
		if (piece->extensions.items[i] == value)
			return;
	aw_need(aw_vec_push(&piece->extensions, value));
}

// Whether a piece must end before INSTRUCTION.
static bool ends_piece(const struct check *check, const struct piece *piece, LLVMValueRef instruction)
{
	if (place_of(check, instruction) - place_of(check, piece->first) > 2 * LONG_PIECE)
		return true;
	if (LLVMIsACallInst(instruction))
		return !aw_llvm_callee(instruction) || !aw_starts_with(aw_llvm_name(aw_llvm_callee(instruction)), "llvm.") ||
		       aw_intrinsic_of(instruction);
	return LLVMIsATerminatorInst(instruction) || LLVMIsAAllocaInst(instruction);
}

// Adds the access to the last piece, or begins one with it.
static void add_access(struct check *check, LLVMValueRef access, bool open)
{
	struct piece *piece = open ? &check->pieces.items[check->pieces.count - 1] : NULL;
	if (!open || !can_lift(check, address_of(access), place_of(check, piece->first), 0)) {
		aw_need(aw_vec_push(&check->pieces, (struct piece){ .first = access }));
		piece = &check->pieces.items[check->pieces.count - 1];
	} else {
		lift(check, address_of(access), piece->first);
	}
	piece->last = access;
	add_extensions(check, piece, address_of(access));
}

static void find_pieces(struct check *check, LLVMBasicBlockRef block)
{
	uintptr_t place = 0;
	bool open = false;
	aw_map_finish(&check->places);
	// Odd places are free for what is lifted.
	AW_FOR_INSTRUCTIONS(instruction, block)
		aw_need(aw_map_put(&check->places, instruction, (void *)(place += 2)));
	AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
		open = open && !ends_piece(check, &check->pieces.items[check->pieces.count - 1], instruction);
		if (!is_wanted(check, instruction))
			continue;
		add_access(check, instruction, open);
		open = true;
	}
}

// --- versions ---

static LLVMValueRef lane_index(struct check *check)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(check->uniformity.cfg.function);
	aw_llvm_at(check->unit->builder, LLVMGetFirstInstruction(entry));
	if (!check->lane)
		check->lane = aw_simd_build_lane(check->unit);
	return check->lane;
}

static void go_behind(struct check *check, LLVMValueRef value)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(check->uniformity.cfg.function);
	LLVMValueRef at = LLVMIsAInstruction(value) ? LLVMGetNextInstruction(value) : LLVMGetFirstInstruction(entry);
	at = aw_llvm_skip_phis(at);
	// In the entry the lane's number is before all.
	if (at == check->lane)
		at = LLVMGetNextInstruction(at);
	aw_llvm_at(check->unit->builder, at);
}

// Whether lane 0's number FIRST is so far from its type's end that no lane wraps.
static LLVMValueRef stays_inside(struct check *check, LLVMValueRef first, int64_t stride, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(first);
	unsigned bits = LLVMGetIntTypeWidth(type);
	uint64_t reach = reach_of(check, stride), top = ((uint64_t)1 << (bits - is_signed)) - 1;
	uint64_t bottom = is_signed ? -((uint64_t)1 << (bits - 1)) : 0;
	LLVMIntPredicate below = is_signed ? LLVMIntSLE : LLVMIntULE, above = is_signed ? LLVMIntSGE : LLVMIntUGE;
	uint64_t limit = (stride > 0 ? top - reach : bottom + reach) & (UINT64_MAX >> (64 - bits));
	LLVMValueRef bound = LLVMConstInt(type, limit, false);
	return LLVMBuildICmp(check->unit->builder, stride > 0 ? below : above, first, bound, "");
}

static struct straight straight_of(struct check *check, LLVMValueRef extension)
{
	size_t known = (size_t)(uintptr_t)aw_map_get(&check->made, extension);
	if (known)
		return check->straights.items[known - 1];
	LLVMValueRef value = LLVMGetOperand(extension, 0), lane = lane_index(check);
	LLVMBuilderRef b = check->unit->builder;
	LLVMTypeRef narrow = LLVMTypeOf(value), wide = LLVMTypeOf(extension);
	int64_t stride = shape_of(check, value).stride;
	bool is_signed = LLVMIsASExtInst(extension);
	go_behind(check, value);
	LLVMValueRef steps = lane;
	if (stride != 1)
		steps = LLVMBuildMul(b, lane, LLVMConstInt(wide, (uint64_t)stride, true), "");
	LLVMValueRef first = LLVMBuildSub(b, value, LLVMBuildTrunc(b, steps, narrow, ""), "");
	LLVMValueRef widened = is_signed ? LLVMBuildSExt(b, first, wide, "") : LLVMBuildZExt(b, first, wide, "");
	struct straight made = { stays_inside(check, first, stride, is_signed), LLVMBuildAdd(b, widened, steps, "") };
	aw_need(aw_vec_push(&check->straights, made));
	aw_need(aw_map_put(&check->made, extension, (void *)(uintptr_t)check->straights.count));
	return made;
}

// The straight version of a piece while it is made.
struct version {
	struct check *check;
	struct aw_map values; // of the piece, or of an address outside of it -> in this version
};

static LLVMValueRef copy_of(struct version *version, LLVMValueRef value);

static LLVMValueRef copy_instruction(struct version *version, LLVMValueRef value)
{
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		LLVMSetOperand(copy, i, copy_of(version, LLVMGetOperand(value, i)));
	LLVMInsertIntoBuilder(version->check->unit->builder, copy);
	aw_need(aw_map_put(&version->values, value, copy));
	return copy;
}

static LLVMValueRef copy_of(struct version *version, LLVMValueRef value)
{
	LLVMValueRef copy = aw_map_get(&version->values, value);
	if (copy)
		return copy;
	bool linear = aw_map_get(&version->check->hoped, value) && is_linear(value);
	return linear ? copy_instruction(version, value) : value;
}

static LLVMValueRef all_hold(struct check *check, struct version *version, const struct piece *piece)
{
	LLVMValueRef all = NULL;
	for (size_t i = 0; i < piece->extensions.count; i++) {
		struct straight straight = straight_of(check, piece->extensions.items[i]);
		aw_need(aw_map_put(&version->values, piece->extensions.items[i], straight.wide));
		aw_llvm_at(check->unit->builder, piece->first);
		all = all ? LLVMBuildAnd(check->unit->builder, all, straight.holds, "") : straight.holds;
	}
	assert(all);
	return all;
}

static void make_versions(struct check *check, const struct piece *piece)
{
	LLVMBuilderRef b = check->unit->builder;
	struct version version = { .check = check };
	LLVMValueRef holds = all_hold(check, &version, piece);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(piece->first);
	LLVMBasicBlockRef slow = aw_llvm_split_before(piece->first);
	LLVMBasicBlockRef behind = aw_llvm_split_before(LLVMGetNextInstruction(piece->last));
	LLVMBasicBlockRef fast = LLVMInsertBasicBlockInContext(check->unit->context, slow, "");
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(b, before);
	LLVMBuildCondBr(b, holds, fast, slow);
	LLVMPositionBuilderAtEnd(b, fast);
	AW_FOR_INSTRUCTIONS(instruction, slow) {
		if (LLVMIsATerminatorInst(instruction))
			break;
		if (!aw_map_get(&version.values, instruction))
			copy_instruction(&version, instruction);
		check->copied++;
	}
	LLVMBuildBr(b, behind);
	LLVMBasicBlockRef versions[] = { slow, fast };
	AW_FOR_INSTRUCTIONS(instruction, slow)
		aw_llvm_join_versions(b, instruction, slow, copy_of(&version, instruction), fast, behind, versions, 2);
	aw_map_finish(&version.values);
}

bool aw_simd_check_strides(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct check check = { .unit = unit };
	aw_uniformity_init(&check.uniformity, unit, function, gang);
	for (uint32_t block = 0; block < check.uniformity.cfg.count; block++)
		find_pieces(&check, check.uniformity.cfg.blocks[block]);
	// Backwards, so that splitting a block leaves the pieces before in it.
	for (size_t i = check.pieces.count; i-- > 0;) {
		if (check.copied < MOST_COPIED)
			make_versions(&check, &check.pieces.items[i]);
		aw_vec_finish(&check.pieces.items[i].extensions);
	}
	bool changed = check.pieces.count > 0;
	aw_vec_finish(&check.pieces);
	aw_vec_finish(&check.straights);
	aw_map_finish(&check.hoped);
	aw_map_finish(&check.hopeless);
	aw_map_finish(&check.made);
	aw_map_finish(&check.places);
	aw_uniformity_finish(&check.uniformity);
	return changed;
}
