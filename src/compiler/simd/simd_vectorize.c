// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns each form of a kernel from the code of one thread into the code of one gang, in the same function.
//
// Values: what is uniform stays the scalar instruction it was, and so does what is strided, as lane 0's value; for
// that one flags such as nsw go, because lane 0 may be a lane that doesn't run.  What varies becomes a vector.
//
// Flow: simd_linearize.c says where control goes on.  A block with a mask of its own has a slot for it, to which
// each edge adds the lanes that take it; phis have slots too, into which each edge puts its lanes' values.  LLVM's
// mem2reg makes registers of them.  A lane without a place in a mask may hold poison: masks are joined by
// select, never by a bitwise and.
//
// Requires the normal form of analysis/uniformity.h.  A form that can't be done is dropped with the reason told,
// before anything is changed; its kernel has the fiber strategy.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../analysis/lane_pattern.h"
#include "simd.h"
#include "simd_called.h"
#include "simd_eligible.h"
#include "simd_keep.h"
#include "simd_linearize.h"
#include "simd_past.h"
#include "simd_repair.h"
#include "simd_updates.h"

// What an old value has become.
struct translation {
	LLVMValueRef value;       // scalar, or the vector of a varying one
	LLVMValueRef vector;      // of a scalar: its vector, made when needed
	LLVMBasicBlockRef made_in; // where that vector may be used again
};

struct vectorizer {
	struct aw_simd simd;
	struct aw_uniformity u;
	struct aw_linear linear;
	struct aw_map numbers; // old instruction -> index in items + 1
	AW_VEC(struct translation) items;
	struct aw_map slots; // phi -> its slot
	struct aw_map kept;  // phi behind a loop -> the phi in it that it shares a slot with (simd_keep.h), and that one -> itself
	LLVMValueRef called; // the function of the gang that takes the code when it is done; NULL: a form
	LLVMBasicBlockRef entry;
	LLVMBasicBlockRef *heads, *bodies; // by place in the order
	LLVMValueRef *mask_slots, *masks;  // by block
	LLVMValueRef entry_mask;
	uint32_t block; // the one being translated
	bool streams;   // stores may go past the caches
};

// --- values ---

static struct aw_shape shape_of(const struct vectorizer *v, LLVMValueRef old)
{
	return aw_uniformity_shape(&v->u, old);
}

static bool varies(const struct vectorizer *v, LLVMValueRef old)
{
	return shape_of(v, old).kind == AW_SHAPE_VARYING;
}

static struct translation *find(struct vectorizer *v, LLVMValueRef old)
{
	void *number = aw_map_get(&v->numbers, old);
	return number ? &v->items.items[(uintptr_t)number - 1] : NULL;
}

static void translate(struct vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	assert(!find(v, old) && new);
	aw_need(aw_vec_push(&v->items, (struct translation){ .value = new }));
	aw_need(aw_map_put(&v->numbers, old, (void *)(uintptr_t)v->items.count));
}

// The scalar or vector that stands for OLD; constants, globals and a form's arguments stand for themselves.
static LLVMValueRef value_of(struct vectorizer *v, LLVMValueRef old)
{
	if (LLVMIsConstant(old))
		return old;
	struct translation *translation = find(v, old);
	assert((translation || !LLVMIsAInstruction(old)) && "used before its definition");
	return translation ? translation->value : old;
}

static struct aw_simd_value simd_value(struct vectorizer *v, LLVMValueRef old)
{
	return (struct aw_simd_value){ value_of(v, old), shape_of(v, old) };
}

static LLVMValueRef vector_of(struct vectorizer *v, LLVMValueRef old)
{
	struct translation *translation = LLVMIsConstant(old) ? NULL : find(v, old);
	if (varies(v, old) && translation)
		return translation->value;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(v->simd.builder);
	if (translation && translation->made_in == here)
		return translation->vector;
	LLVMValueRef vector = aw_simd_vector(&v->simd, simd_value(v, old));
	if (translation) {
		translation->vector = vector;
		translation->made_in = here;
	}
	return vector;
}

static bool is_vector(struct vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	return LLVMTypeOf(new) == aw_simd_type(&v->simd, LLVMTypeOf(old));
}

// Brings what a builder gave into the form that the shape of OLD asks for.
static LLVMValueRef adapt(struct vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	struct aw_shape shape = shape_of(v, old);
	bool vector = is_vector(v, old, new);
	if (shape.kind == AW_SHAPE_VARYING)
		return vector ? new : aw_simd_splat(&v->simd, new);
	if (!vector)
		return new;
	LLVMValueRef lane = aw_simd_number(&v->simd, 32, 0);
	if (aw_shape_is_uniform(shape) && v->masks[v->block])
		lane = aw_simd_first(&v->simd, v->masks[v->block]);
	return aw_simd_lane(&v->simd, new, lane);
}

// --- instructions ---

static LLVMValueRef clone_scalar(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef new = LLVMInstructionClone(old);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(old); i++) {
		LLVMValueRef operand = LLVMGetOperand(old, i);
		if (LLVMIsAInstruction(operand) || LLVMIsAArgument(operand))
			LLVMSetOperand(new, i, value_of(v, operand));
	}
	LLVMInsertIntoBuilder(v->simd.builder, new);
	if (shape_of(v, old).kind == AW_SHAPE_STRIDED)
		aw_llvm_drop_promises(new); // lane 0 may not run: its value must not be poison for the others' sake
	return new;
}

static void copy_flags(LLVMValueRef new, LLVMValueRef old)
{
	if (!LLVMIsAInstruction(new))
		return; // folded
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	if (LLVMGetInstructionOpcode(new) != opcode)
		return;
	if (LLVMCanValueUseFastMathFlags(old))
		LLVMSetFastMathFlags(new, LLVMGetFastMathFlags(old));
	switch (opcode) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl:
		LLVMSetNUW(new, LLVMGetNUW(old));
		LLVMSetNSW(new, LLVMGetNSW(old));
		break;
	case LLVMLShr: case LLVMAShr: case LLVMUDiv: case LLVMSDiv:
		LLVMSetExact(new, LLVMGetExact(old));
		break;
	case LLVMZExt:
		LLVMSetNNeg(new, LLVMGetNNeg(old));
		break;
	default:
		break;
	}
}

static LLVMValueRef build_binary(struct vectorizer *v, LLVMValueRef old, LLVMOpcode opcode)
{
	LLVMValueRef a = vector_of(v, LLVMGetOperand(old, 0)), b = vector_of(v, LLVMGetOperand(old, 1));
	LLVMValueRef mask = v->masks[v->block];
	bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
	if (divides && mask && !LLVMIsConstant(b)) // a lane that doesn't run must not divide by what it happens to hold
		b = aw_simd_select(&v->simd, mask, b, aw_simd_splat(&v->simd, LLVMConstInt(LLVMTypeOf(old), 1, false)));
	return LLVMBuildBinOp(v->simd.builder, opcode, a, b, "");
}

static LLVMValueRef build_select(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef condition = LLVMGetOperand(old, 0);
	LLVMValueRef a = vector_of(v, LLVMGetOperand(old, 1)), b = vector_of(v, LLVMGetOperand(old, 2));
	if (aw_shape_is_uniform(shape_of(v, condition)))
		return LLVMBuildSelect(v->simd.builder, value_of(v, condition), a, b, "");
	return aw_simd_select(&v->simd, vector_of(v, condition), a, b);
}

// OLD with OPERANDS of which only INDEX varies: a scalar and one vector of indices, as gathers have them.
static LLVMValueRef build_one_index(struct vectorizer *v, LLVMValueRef old, LLVMValueRef *operands, unsigned index)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(old), counted = aw_llvm_counted_type(old, index);
	unsigned count = (unsigned)LLVMGetNumOperands(old);
	LLVMValueRef varying = operands[index];
	assert(index > 0 && index < count && counted);
	operands[index] = LLVMConstNull(LLVMGetElementType(LLVMTypeOf(varying)));
	LLVMValueRef base = LLVMBuildGEP2(v->simd.builder, type, operands[0], operands + 1, count - 1, "");
	return LLVMBuildGEP2(v->simd.builder, counted, base, &varying, 1, "");
}

static LLVMValueRef build_address(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef operands[32];
	unsigned count = (unsigned)LLVMGetNumOperands(old), varying = 0, last = 0;
	assert(count <= sizeof(operands) / sizeof(*operands));
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(old, i);
		bool uniform = aw_shape_is_uniform(shape_of(v, operand));
		operands[i] = uniform ? value_of(v, operand) : vector_of(v, operand);
		varying += !uniform;
		last = uniform ? last : i;
	}
	if (!varying)
		operands[0] = vector_of(v, LLVMGetOperand(old, 0));
	if (varying == 1 && last > 0 && count > 2)
		return build_one_index(v, old, operands, last);
	return LLVMBuildGEP2(v->simd.builder, LLVMGetGEPSourceElementType(old), operands[0], operands + 1, count - 1, "");
}

static LLVMValueRef build_extract(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef value = vector_of(v, LLVMGetOperand(old, 0));
	const unsigned *indices = LLVMGetIndices(old);
	for (unsigned i = 0; i < LLVMGetNumIndices(old); i++)
		value = LLVMBuildExtractValue(v->simd.builder, value, indices[i], "");
	return value;
}

static LLVMValueRef insert_at(struct vectorizer *v, LLVMValueRef whole, LLVMValueRef part, const unsigned *indices,
                              unsigned count)
{
	if (count == 0)
		return part;
	LLVMValueRef inner = LLVMBuildExtractValue(v->simd.builder, whole, indices[0], "");
	inner = insert_at(v, inner, part, indices + 1, count - 1);
	return LLVMBuildInsertValue(v->simd.builder, whole, inner, indices[0], "");
}

static LLVMValueRef build_insert(struct vectorizer *v, LLVMValueRef old)
{
	return insert_at(v, vector_of(v, LLVMGetOperand(old, 0)), vector_of(v, LLVMGetOperand(old, 1)),
	                 LLVMGetIndices(old), LLVMGetNumIndices(old));
}

// The vector form of an instruction that neither touches memory nor calls.
static LLVMValueRef build_vector(struct vectorizer *v, LLVMValueRef old)
{
	LLVMBuilderRef builder = v->simd.builder;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	switch (opcode) {
	case LLVMFNeg:
		return LLVMBuildFNeg(builder, vector_of(v, LLVMGetOperand(old, 0)), "");
	case LLVMFreeze:
		return LLVMBuildFreeze(builder, vector_of(v, LLVMGetOperand(old, 0)), "");
	case LLVMICmp:
		return LLVMBuildICmp(builder, LLVMGetICmpPredicate(old), vector_of(v, LLVMGetOperand(old, 0)),
		                     vector_of(v, LLVMGetOperand(old, 1)), "");
	case LLVMFCmp:
		return LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(old), vector_of(v, LLVMGetOperand(old, 0)),
		                     vector_of(v, LLVMGetOperand(old, 1)), "");
	case LLVMSelect:
		return build_select(v, old);
	case LLVMGetElementPtr:
		return build_address(v, old);
	case LLVMExtractValue:
		return build_extract(v, old);
	case LLVMInsertValue:
		return build_insert(v, old);
	default:
		break;
	}
	if (LLVMIsACastInst(old))
		return LLVMBuildCast(builder, opcode, vector_of(v, LLVMGetOperand(old, 0)),
		                     aw_simd_type(&v->simd, LLVMTypeOf(old)), "");
	assert(LLVMIsABinaryOperator(old));
	return build_binary(v, old, opcode);
}

static LLVMValueRef build_call(struct vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_value arguments[64];
	unsigned count = LLVMGetNumArgOperands(old);
	assert(count <= sizeof(arguments) / sizeof(*arguments));
	LLVMValueRef mask = v->masks[v->block];
	const char *reason = NULL;
	enum aw_simd_form form = aw_simd_call_form(v->simd.unit, old, &reason);
	struct aw_shape shape = shape_of(v, old);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = simd_value(v, LLVMGetOperand(old, i));
	switch (form) {
	case AW_SIMD_PLAIN:
		return aw_simd_intrinsic_call(&v->simd, old, arguments, NULL, shape);
	case AW_SIMD_MASKED:
		return aw_simd_intrinsic_call(&v->simd, old, arguments, mask, shape);
	case AW_SIMD_WARP:
		return aw_simd_warp(&v->simd, old, arguments, mask, shape);
	case AW_SIMD_BLOCK:
		return aw_simd_barrier(&v->simd, old, arguments, mask);
	case AW_SIMD_CALL:
		return aw_simd_call(&v->simd, old, arguments, mask);
	default:
		assert(form == AW_SIMD_LANES);
		if (aw_llvm_is_defined(aw_llvm_callee(old)))
			aw_simd_note_lanes(v->simd.unit, aw_llvm_callee(old), v->simd.gang.width);
		return aw_simd_call_lanes(&v->simd, old, arguments, mask);
	}
}

// Where lanes that all run are from one another, when that is known though it is no stride; NULL: it isn't.
static const int64_t *offsets_of(struct vectorizer *v, LLVMValueRef address, struct aw_lane_pattern *pattern)
{
	bool useful = varies(v, address) && !v->masks[v->block];
	return useful && aw_lane_pattern_find(&v->u, address, pattern) ? pattern->offsets : NULL;
}

static LLVMValueRef build_load(struct vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_access access = { LLVMTypeOf(old), simd_value(v, LLVMGetOperand(old, 0)), v->masks[v->block], old };
	struct aw_lane_pattern pattern;
	access.offsets = offsets_of(v, LLVMGetOperand(old, 0), &pattern);
	return aw_simd_load(&v->simd, &access);
}

static void build_store(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef stored = LLVMGetOperand(old, 0);
	LLVMValueRef address = LLVMGetOperand(old, 1);
	struct aw_simd_access access = { LLVMTypeOf(stored), simd_value(v, address), v->masks[v->block], old };
	struct aw_lane_pattern pattern;
	access.offsets = offsets_of(v, address, &pattern);
	LLVMValueRef turn = NULL;
	if (aw_simd_writes_row(&v->u, old, &access.row))
		turn = v->streams ? aw_simd_turn_of(&v->u, old) : NULL;
	access.row.turn = turn ? simd_value(v, turn).value : NULL;
	aw_simd_store(&v->simd, &access, simd_value(v, stored));
}

// The update of a place of the block's own that OLD's is made together with, or NULL: the next of its block, if nothing
// that has to do with memory stands between; or where BACKWARDS the one before.
static LLVMValueRef neighbour(struct vectorizer *v, LLVMValueRef old, bool backwards)
{
	do {
		old = backwards ? LLVMGetPreviousInstruction(old) : LLVMGetNextInstruction(old);
		if (old && aw_simd_is_update(old))
			return aw_shape_is_uniform(shape_of(v, LLVMGetOperand(old, 0))) ? NULL : old;
	} while (old && !LLVMIsACallInst(old) && !LLVMIsALoadInst(old) && !aw_llvm_may_write(old));
	return NULL;
}

// Where the kernel's LOAD has the lanes' values in a row when OLD, of the same block, comes by; value NULL: nowhere.
static struct aw_simd_value row_of(struct vectorizer *v, LLVMValueRef load, LLVMValueRef old)
{
	const struct aw_simd_value none = { NULL, { .kind = AW_SHAPE_VARYING } };
	if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
	    LLVMGetInstructionParent(load) != LLVMGetInstructionParent(old))
		return none;
	LLVMTypeRef type = LLVMTypeOf(load);
	struct aw_simd_value address = simd_value(v, LLVMGetOperand(load, 0));
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(v->simd.unit->module), type);
	bool whole = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == size * 8;
	if (!whole || address.shape.kind != AW_SHAPE_STRIDED || (uint64_t)address.shape.stride != size ||
	    LLVMGetAlignment(load) < size)
		return none;
	for (LLVMValueRef i = load; i != old; i = LLVMGetNextInstruction(i))
		if (aw_llvm_may_write(i) && !aw_simd_is_update(i))
			return none;
	return address;
}

// OLD, or nothing as yet when the next one makes it, too.
static void build_update(struct vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_update updates[AW_SIMD_MAX_UPDATES];
	unsigned before = 0;
	for (LLVMValueRef one = neighbour(v, old, true); one; one = neighbour(v, one, true))
		before++;
	unsigned count = before % AW_SIMD_MAX_UPDATES + 1;
	if (count < AW_SIMD_MAX_UPDATES && neighbour(v, old, false))
		return;
	LLVMValueRef one = old;
	for (unsigned i = count; i-- > 0; one = neighbour(v, one, true)) {
		LLVMValueRef root = aw_simd_update_root(one);
		updates[i] = (struct aw_simd_update){
			.instruction = one,
			.address = simd_value(v, LLVMGetOperand(one, 0)),
			.value = simd_value(v, LLVMGetOperand(one, 1)),
			.root = value_of(v, root),
			.row = row_of(v, root, one),
		};
	}
	aw_simd_updates(&v->simd, updates, count, v->masks[v->block]);
}

static LLVMValueRef build_atomic(struct vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_value operands[3];
	unsigned count = (unsigned)LLVMGetNumOperands(old);
	assert(count <= 3);
	for (unsigned i = 0; i < count; i++)
		operands[i] = simd_value(v, LLVMGetOperand(old, i));
	if (aw_simd_is_update(old) && !aw_shape_is_uniform(operands[0].shape)) {
		build_update(v, old);
		return NULL;
	}
	return aw_simd_atomic(&v->simd, old, operands, v->masks[v->block]);
}

static bool is_debug_call(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && aw_starts_with(aw_llvm_name(callee), "llvm.dbg.");
}

static void build_instruction(struct vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef new = NULL;
	LLVMSetCurrentDebugLocation2(v->simd.builder, LLVMInstructionGetDebugLoc(old));
	switch (LLVMGetInstructionOpcode(old)) {
	case LLVMPHI:
	case LLVMBr: case LLVMRet: case LLVMUnreachable:
		return;
	case LLVMAlloca:
		new = aw_simd_local(&v->simd, old).value;
		break;
	case LLVMLoad:
		new = build_load(v, old);
		break;
	case LLVMStore:
		build_store(v, old);
		return;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		new = build_atomic(v, old);
		break;
	case LLVMCall:
		new = is_debug_call(old) ? NULL : build_call(v, old);
		break;
	case LLVMFence:
		clone_scalar(v, old);
		return;
	default:
		if (varies(v, old))
			copy_flags(new = build_vector(v, old), old);
		else
			new = clone_scalar(v, old);
	}
	if (new && LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind && LLVMGetFirstUse(old))
		translate(v, old, adapt(v, old, new));
}

// --- flow ---

static LLVMValueRef slot_of(struct vectorizer *v, LLVMValueRef phi)
{
	LLVMValueRef kept = aw_map_get(&v->kept, phi);
	phi = kept ? kept : phi;
	LLVMValueRef slot = aw_map_get(&v->slots, phi);
	if (slot)
		return slot;
	LLVMTypeRef type = LLVMTypeOf(phi);
	slot = aw_simd_alloca(&v->simd, varies(v, phi) ? aw_simd_type(&v->simd, type) : type, "phi");
	aw_need(aw_map_put(&v->slots, phi, slot));
	return slot;
}

static LLVMValueRef load_slot(struct vectorizer *v, LLVMValueRef slot)
{
	return LLVMBuildLoad2(v->simd.builder, LLVMGetAllocatedType(slot), slot, "");
}

static LLVMValueRef both(struct vectorizer *v, LLVMValueRef mask, LLVMValueRef condition)
{
	LLVMValueRef none = LLVMConstNull(aw_simd_mask_type(&v->simd));
	return mask ? LLVMBuildSelect(v->simd.builder, mask, condition, none, "") : condition;
}

// Whether PHI of block TO has its value already when lanes come from block FROM.
static bool is_kept(struct vectorizer *v, LLVMValueRef phi, uint32_t from, uint32_t to)
{
	LLVMValueRef kept = aw_map_get(&v->kept, phi);
	return kept && (kept != phi || aw_linear_is_back(&v->u, from, to));
}

// Lanes may leave a loop behind block FROM: what they leave with, and the others carry on.
static void keep(struct vectorizer *v, uint32_t from)
{
	AW_FOR_SUCCESSORS(&v->u.cfg.graph, from, to) {
		LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[*to]), mask = v->masks[from];
		for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
			LLVMValueRef kept = aw_map_get(&v->kept, phi);
			if (!kept || kept == phi)
				continue;
			LLVMValueRef value = vector_of(v, aw_llvm_incoming(phi, v->u.cfg.blocks[from])), slot = slot_of(v, phi);
			if (mask)
				value = aw_simd_select(&v->simd, mask, value, load_slot(v, slot));
			LLVMBuildStore(v->simd.builder, value, slot);
		}
	}
}

// The lanes of MASK (NULL: all) go from block FROM to block TO: its mask and its phis learn of them.
static void push(struct vectorizer *v, uint32_t from, uint32_t to, LLVMValueRef mask)
{
	LLVMBuilderRef builder = v->simd.builder;
	if (v->linear.mask[to] == AW_MASK_OWN) {
		LLVMValueRef slot = v->mask_slots[to];
		LLVMValueRef joined = LLVMBuildOr(builder, load_slot(v, slot), aw_simd_mask(&v->simd, mask), "");
		LLVMBuildStore(builder, joined, slot);
	}
	bool blends = mask && (v->u.divergent_join[to] || aw_linear_leaves_divergent(&v->u, from, to));
	for (LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[to]); phi && LLVMIsAPHINode(phi);
	     phi = LLVMGetNextInstruction(phi)) {
		if (is_kept(v, phi, from, to))
			continue;
		LLVMValueRef value = aw_llvm_incoming(phi, v->u.cfg.blocks[from]), slot = slot_of(v, phi);
		assert(value && "a phi without the edge");
		if (!varies(v, phi)) {
			LLVMBuildStore(builder, value_of(v, value), slot);
			continue;
		}
		LLVMValueRef vector = vector_of(v, value);
		if (blends)
			vector = aw_simd_select(&v->simd, mask, vector, load_slot(v, slot));
		LLVMBuildStore(builder, vector, slot);
	}
}

static LLVMBasicBlockRef target(struct vectorizer *v, uint32_t place, bool again)
{
	return again ? v->bodies[place] : v->heads[place];
}

// END: a return, or NULL.
static void go_to(struct vectorizer *v, uint32_t place, bool again, LLVMValueRef end)
{
	if (place != AW_NONE)
		LLVMBuildBr(v->simd.builder, target(v, place, again));
	else if (!end)
		LLVMBuildUnreachable(v->simd.builder);
	else if (LLVMGetNumOperands(end))
		LLVMBuildRet(v->simd.builder, vector_of(v, LLVMGetOperand(end, 0)));
	else
		LLVMBuildRetVoid(v->simd.builder);
}

static LLVMBasicBlockRef append(struct vectorizer *v, const char *name)
{
	return LLVMAppendBasicBlockInContext(v->simd.unit->context, v->simd.function, name);
}

// A uniform branch: each way in a block of its own that pushes.
static void finish_branch(struct vectorizer *v, const struct aw_linear_node *node, LLVMValueRef end)
{
	LLVMBasicBlockRef ways[2] = { append(v, "then"), append(v, "else") };
	LLVMBuildCondBr(v->simd.builder, value_of(v, LLVMGetCondition(end)), ways[0], ways[1]);
	for (uint32_t i = 0; i < 2; i++) {
		LLVMPositionBuilderAtEnd(v->simd.builder, ways[i]);
		push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, i), v->masks[node->block]);
		go_to(v, node->next[i], node->again[i], NULL);
	}
}

static void finish_divergent(struct vectorizer *v, const struct aw_linear_node *node, LLVMValueRef end)
{
	LLVMValueRef mask = v->masks[node->block], condition = vector_of(v, LLVMGetCondition(end));
	LLVMValueRef not = LLVMBuildNot(v->simd.builder, condition, "");
	keep(v, node->block);
	push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 0), both(v, mask, condition));
	push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 1), both(v, mask, not));
	go_to(v, node->next[0], node->again[0], NULL);
}

static void finish_block(struct vectorizer *v, const struct aw_linear_node *node)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(v->u.cfg.blocks[node->block]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, LLVMInstructionGetDebugLoc(end));
	uint32_t count = aw_cfg_successor_count(&v->u.cfg, node->block);
	if (node->branches) {
		finish_branch(v, node, end);
	} else if (count == 2) {
		finish_divergent(v, node, end);
	} else {
		if (count == 1)
			push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 0), v->masks[node->block]);
		go_to(v, node->next[0], node->again[0], LLVMIsAReturnInst(end));
	}
}

static LLVMValueRef mask_here(struct vectorizer *v, uint32_t block)
{
	uint32_t source = v->linear.mask[block];
	if (source == AW_MASK_ENTRY)
		return v->entry_mask;
	return source == AW_MASK_OWN ? load_slot(v, v->mask_slots[block]) : v->masks[source];
}

static void build_test(struct vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	LLVMPositionBuilderAtEnd(v->simd.builder, v->heads[place]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	if (!node->tested) {
		LLVMBuildBr(v->simd.builder, v->bodies[place]);
		return;
	}
	LLVMValueRef mask = mask_here(v, node->block);
	assert(mask && node->skip != AW_NONE);
	LLVMBuildCondBr(v->simd.builder, aw_simd_any(&v->simd, mask), v->bodies[place], v->heads[node->skip]);
}

// Nobody has come to BLOCK in this turn: no lane is in its mask, and what its phis were counts no more, but for those
// by which the loop carries values to HEADER.
static void forget(struct vectorizer *v, uint32_t block, uint32_t header)
{
	if (v->linear.mask[block] == AW_MASK_OWN)
		LLVMBuildStore(v->simd.builder, LLVMConstNull(aw_simd_mask_type(&v->simd)), v->mask_slots[block]);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[block]); block != header && phi && LLVMIsAPHINode(phi);
	     phi = LLVMGetNextInstruction(phi)) {
		if (!varies(v, phi) || aw_map_get(&v->kept, phi))
			continue;
		LLVMValueRef slot = slot_of(v, phi);
		LLVMBuildStore(v->simd.builder, LLVMGetPoison(LLVMGetAllocatedType(slot)), slot);
	}
}

// A new turn of a loop: nobody has come to its blocks yet.
static void begin_turn(struct vectorizer *v, uint32_t header)
{
	uint32_t loop = v->u.loops.innermost[header];
	if (loop == AW_NONE || v->u.loops.loops.items[loop].header != header)
		return;
	for (uint32_t i = v->u.loops.loops.items[loop].first; i < v->u.loops.loops.items[loop].end; i++) {
		uint32_t block = v->u.loops.order[i];
		if (v->u.loops.innermost[block] == loop)
			forget(v, block, header);
	}
}

static void build_block(struct vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	LLVMBasicBlockRef old = v->u.cfg.blocks[node->block];
	v->block = node->block;
	build_test(v, place);
	LLVMPositionBuilderAtEnd(v->simd.builder, v->bodies[place]);
	v->masks[node->block] = mask_here(v, node->block);
	begin_turn(v, node->block);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(old); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		translate(v, phi, load_slot(v, slot_of(v, phi)));
	AW_FOR_INSTRUCTIONS(instruction, old)
		build_instruction(v, instruction);
	finish_block(v, node);
}

static void build_loop_end(struct vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	uint32_t header = v->u.loops.loops.items[node->loop].header;
	assert(v->linear.mask[header] == AW_MASK_OWN);
	LLVMPositionBuilderAtEnd(v->simd.builder, v->heads[place]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	LLVMValueRef again = aw_simd_any(&v->simd, load_slot(v, v->mask_slots[header]));
	LLVMBasicBlockRef done = append(v, "loop.done");
	LLVMBuildCondBr(v->simd.builder, again, v->bodies[v->linear.place[header]], done);
	LLVMPositionBuilderAtEnd(v->simd.builder, done);
	go_to(v, node->next[0], false, NULL);
}

// --- the whole ---

// Whether the phis behind the edge matter once it was taken without lanes.  A divergent loop whose one way back no lane
// takes ends, and its header's phis with it.
static bool ends_loop(const struct vectorizer *v, uint32_t from, uint32_t to)
{
	if (!aw_linear_is_back(&v->u, from, to) || !v->u.divergent_loop[v->u.loops.innermost[to]])
		return false;
	unsigned ways = 0;
	AW_FOR_PREDECESSORS(&v->u.cfg.graph, to, other)
		ways += aw_linear_is_back(&v->u, *other, to);
	return ways == 1;
}

// Whether going on from BLOCK without lanes leaves the phis behind it as they are, as far as anybody sees: there are
// none, or they take lanes only from those that come.
static bool spares_phis(const struct vectorizer *v, uint32_t block)
{
	AW_FOR_SUCCESSORS(&v->u.cfg.graph, block, to)
		if (LLVMIsAPHINode(LLVMGetFirstInstruction(v->u.cfg.blocks[*to])) && !v->u.divergent_join[*to] &&
		    !aw_linear_leaves_divergent(&v->u, block, *to) && !ends_loop(v, block, *to))
			return false;
	return true;
}

// Running the block's instructions without lanes is harmless and cheaper than asking: no scalar access or call.
static bool is_cheap(void *user, uint32_t block)
{
	enum { LIMIT = 12 };
	struct vectorizer *v = user;
	unsigned cost = 0;
	if (!spares_phis(v, block))
		return false;
	AW_FOR_INSTRUCTIONS(instruction, v->u.cfg.blocks[block]) {
		LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
		LLVMValueRef address = NULL;
		if (opcode == LLVMLoad || opcode == LLVMStore) {
			address = LLVMGetOperand(instruction, opcode == LLVMStore);
			if (LLVMGetVolatile(instruction) || shape_of(v, address).kind != AW_SHAPE_STRIDED)
				return false;
		} else if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem ||
		           opcode == LLVMFDiv || opcode == LLVMAlloca || opcode == LLVMAtomicRMW ||
		           opcode == LLVMAtomicCmpXchg || opcode == LLVMFence) {
			return false;
		} else if (opcode == LLVMCall) {
			const char *reason;
			if (aw_simd_call_form(v->simd.unit, instruction, &reason) != AW_SIMD_PLAIN)
				return false;
		}
		if (opcode != LLVMPHI && ++cost > LIMIT)
			return false;
	}
	return true;
}

static void make_mask_slots(struct vectorizer *v)
{
	LLVMTypeRef type = aw_simd_mask_type(&v->simd);
	for (uint32_t block = 0; block < v->u.cfg.count; block++) {
		if (v->linear.mask[block] != AW_MASK_OWN)
			continue;
		v->mask_slots[block] = LLVMBuildAlloca(v->simd.builder, type, "mask");
		LLVMBuildStore(v->simd.builder, LLVMConstNull(type), v->mask_slots[block]);
	}
}

// The gang's function takes the mask, then the arguments, as vectors where they vary.
static void take_arguments(struct vectorizer *v)
{
	for (unsigned i = 0; i < LLVMCountParams(v->simd.function); i++)
		translate(v, LLVMGetParam(v->simd.function, i), LLVMGetParam(v->called, i + 1));
	v->entry_mask = aw_simd_of_bits(&v->simd, LLVMGetParam(v->called, 0));
}

// The new entry: slots, the entry mask, and a branch to the first block.
static void begin(struct vectorizer *v)
{
	uint32_t count = v->linear.count;
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(v->simd.function);
	v->entry = LLVMInsertBasicBlockInContext(v->simd.unit->context, first, "gang");
	v->heads = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	v->bodies = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	v->mask_slots = AW_NEED_ARRAY(LLVMValueRef, v->u.cfg.count);
	v->masks = AW_NEED_ARRAY(LLVMValueRef, v->u.cfg.count);
	for (uint32_t place = 0; place < count; place++) {
		v->heads[place] = append(v, "at");
		if (v->linear.nodes[place].block != AW_NONE)
			v->bodies[place] = append(v, aw_cfg_name(&v->u.cfg, v->linear.nodes[place].block));
	}
	LLVMPositionBuilderAtEnd(v->simd.builder, v->entry);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	LLVMValueRef jump = LLVMBuildBr(v->simd.builder, v->heads[0]);
	LLVMPositionBuilderBefore(v->simd.builder, jump);
	make_mask_slots(v);
	if (v->called)
		take_arguments(v);
	else
		v->entry_mask = aw_simd_entry_mask(&v->simd);
}

static void remove_old(LLVMBasicBlockRef *old, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		AW_FOR_INSTRUCTIONS(instruction, old[i])
			if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind)
				LLVMReplaceAllUsesWith(instruction, LLVMGetPoison(LLVMTypeOf(instruction)));
	for (uint32_t i = 0; i < count; i++) // edges first: a block must not be the target of one that stays
		aw_llvm_erase(LLVMGetBasicBlockTerminator(old[i]));
	for (uint32_t i = 0; i < count; i++)
		aw_llvm_erase_block(old[i]);
}

static void finish(struct vectorizer *v)
{
	free(v->heads);
	free(v->bodies);
	free(v->mask_slots);
	free(v->masks);
	aw_map_finish(&v->numbers);
	aw_map_finish(&v->slots);
	aw_map_finish(&v->kept);
	aw_vec_finish(&v->items);
	aw_linear_finish(&v->linear);
}

static void vectorize(struct vectorizer *v)
{
	uint32_t count = LLVMCountBasicBlocks(v->simd.function);
	LLVMBasicBlockRef *old = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	LLVMGetBasicBlocks(v->simd.function, old);
	aw_linear_init(&v->linear, &v->u, is_cheap, v);
	aw_simd_find_kept(&v->u, &v->kept);
	begin(v);
	for (uint32_t place = 0; place < v->linear.count; place++) {
		if (v->linear.nodes[place].block != AW_NONE)
			build_block(v, place);
		else
			build_loop_end(v, place);
	}
	remove_old(old, count);
	free(old);
	if (v->called) {
		aw_llvm_move_blocks(v->called, v->simd.function);
		v->simd.function = v->called;
	}
	aw_simd_repair(v->simd.unit, v->simd.function);
	finish(v);
}

static const char clean_up[] = "mem2reg,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce";

// Cleans up behind the slots, so that what lives across barriers is what must.  EXCHANGES: lanes exchange values by
// shared memory, so its addresses should be the same where they are equal.
static void tidy(struct aw_unit *unit, LLVMValueRef function, bool exchanges)
{
	static const char again[] = "instcombine<no-verify-fixpoint>,early-cse,adce";
	if (!aw_llvm_run_function_passes(function, clean_up, NULL) ||
	    (exchanges && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (aw_simd_forward_shared(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (aw_simd_fold_reductions(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    !aw_simd_split_whole(unit, function))
		aw_unit_error(unit, function, "internal error: the passes behind vectorization failed");
	aw_simd_refine_reciprocals(unit, function);
}

// False: the form is given up.
static bool vectorize_form(struct aw_unit *unit, struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	struct vectorizer v = { .simd = { unit, unit->builder, form->function, { form->width, form->geometry } } };
	if (!aw_simd_keep_leavers(unit, form->function, v.simd.gang)) {
		aw_unit_refuse(kernel, NULL, "flow without a form for gangs");
		return false;
	}
	aw_simd_split_clamps(unit, form->function, v.simd.gang);
	aw_simd_widen(unit, form->function, v.simd.gang);
	aw_simd_check_strides(unit, form->function, v.simd.gang);
	v.streams = aw_simd_count_turns(unit, form->function);
	aw_uniformity_init(&v.u, unit, form->function, v.simd.gang);
	aw_uniformity_dump(&v.u);
	LLVMValueRef against;
	const char *reason;
	bool fits = aw_simd_eligible(unit, &v.u, &against, &reason);
	if (fits) {
		bool exchanges = aw_simd_relax_shared(form->function);
		vectorize(&v);
		tidy(unit, form->function, exchanges);
	} else {
		aw_unit_refuse(kernel, against, reason);
	}
	aw_uniformity_finish(&v.u);
	return fits;
}

bool aw_simd_vectorize_called(struct aw_unit *unit, LLVMValueRef scalar, LLVMValueRef function, uint32_t width,
                              char **refusal)
{
	struct vectorizer v = { .simd = { unit, unit->builder, scalar, { width, AW_GEOMETRY_CALLED }, NULL }, .called = function };
	LLVMValueRef against;
	const char *reason;
	aw_simd_widen(unit, scalar, v.simd.gang);
	aw_uniformity_init(&v.u, unit, scalar, v.simd.gang);
	aw_uniformity_dump(&v.u);
	bool fits = aw_simd_eligible(unit, &v.u, &against, &reason);
	if (fits) {
		vectorize(&v);
		if (!aw_llvm_run_function_passes(function, clean_up, NULL))
			aw_unit_error(unit, function, "internal error: the passes behind vectorization failed");
		aw_simd_refine_reciprocals(unit, function);
	} else {
		aw_unit_note_refusal(refusal, against, reason);
	}
	aw_uniformity_finish(&v.u);
	return fits;
}

// LLVM takes minutes for functions of ten thousands of vector instructions, and the gain over fibers is small there: such a
// kernel keeps its data in local arrays and shared memory, which lanes reach one by one.
static bool is_small_enough(struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	enum { MOST = 8000 };
	size_t size = 0;
	AW_FOR_BLOCKS(block, form->function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			const char *callee = LLVMIsACallInst(instruction) ? aw_llvm_callee_name(instruction) : "";
			bool apart = aw_starts_with(callee, "llvm.masked.gather") || aw_starts_with(callee, "llvm.masked.scatter");
			size += apart ? form->width / 2 : 1; // much of it becomes an instruction a lane
		}
	}
	if (size > MOST)
		aw_unit_refuse(kernel, NULL, "so much code for gangs that compiling it would take too long");
	return size <= MOST;
}

bool aw_pass_simd_vectorize(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		size_t kept = 0;
		for (size_t i = 0; i < kernel->forms.count; i++) {
			changed = true;
			struct aw_unit_form form = kernel->forms.items[i];
			if (vectorize_form(unit, kernel, &form) && is_small_enough(kernel, &form))
				kernel->forms.items[kept++] = form;
			else
				LLVMDeleteFunction(form.function);
		}
		kernel->forms.count = kept;
	}
	aw_simd_build_called(unit);
	return changed;
}
