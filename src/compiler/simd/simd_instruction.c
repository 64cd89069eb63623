// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each value and instruction of the kernel becomes in the code of a gang.  What is uniform is the scalar it was, and so is
// what is strided, as lane 0's value; what varies is a vector.  A scalar stays the instruction it was, but for the
// flags of what is strided, such as nsw, because lane 0 may be a lane that doesn't run; the others have a vector form, or
// a builder that knows their kind.
#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "../lower/join_products.h"
#include "simd_asserts.h"
#include "simd_called.h"
#include "simd_eligible.h"
#include "simd_parting.h"
#include "simd_past.h"
#include "simd_serial.h"
#include "simd_updates.h"
#include "simd_vectorizer.h"

// --- values ---

static struct aw_translation *find(struct aw_vectorizer *v, LLVMValueRef old)
{
	void *number = aw_map_get(&v->numbers, old);
	return number ? &v->items.items[(uintptr_t)number - 1] : NULL;
}

void aw_vectorizer_translate(struct aw_vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	assert(!find(v, old) && new);
	aw_need(aw_vec_push(&v->items, (struct aw_translation){ .value = new }));
	aw_need(aw_map_put(&v->numbers, old, (void *)(uintptr_t)v->items.count));
}

LLVMValueRef aw_vectorizer_value(struct aw_vectorizer *v, LLVMValueRef old)
{
	if (LLVMIsConstant(old))
		return old;
	struct aw_translation *translation = find(v, old);
	assert((translation || !LLVMIsAInstruction(old)) && "used before its definition");
	return translation ? translation->value : old;
}

struct aw_simd_value aw_vectorizer_simd_value(struct aw_vectorizer *v, LLVMValueRef old)
{
	return (struct aw_simd_value){ aw_vectorizer_value(v, old), aw_vectorizer_shape(v, old) };
}

LLVMValueRef aw_vectorizer_vector(struct aw_vectorizer *v, LLVMValueRef old)
{
	struct aw_translation *translation = LLVMIsConstant(old) ? NULL : find(v, old);
	if (aw_vectorizer_varies(v, old) && translation)
		return translation->value;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(v->simd.builder);
	if (translation && translation->made_in == here)
		return translation->vector;
	LLVMValueRef vector = aw_simd_vector(&v->simd, aw_vectorizer_simd_value(v, old));
	if (translation) {
		translation->vector = vector;
		translation->made_in = here;
	}
	return vector;
}

static bool is_vector(struct aw_vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	return LLVMTypeOf(new) == aw_simd_type(&v->simd, LLVMTypeOf(old));
}

// Brings what a builder gave into the form that the shape of OLD asks for.
static LLVMValueRef adapt(struct aw_vectorizer *v, LLVMValueRef old, LLVMValueRef new)
{
	struct aw_shape shape = aw_vectorizer_shape(v, old);
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

static LLVMValueRef clone_scalar(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef new = LLVMInstructionClone(old);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(old); i++) {
		LLVMValueRef operand = LLVMGetOperand(old, i);
		if (LLVMIsAInstruction(operand) || LLVMIsAArgument(operand))
			LLVMSetOperand(new, i, aw_vectorizer_value(v, operand));
	}
	LLVMInsertIntoBuilder(v->simd.builder, new);
	if (aw_vectorizer_shape(v, old).kind == AW_SHAPE_STRIDED)
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

static LLVMValueRef build_binary(struct aw_vectorizer *v, LLVMValueRef old, LLVMOpcode opcode)
{
	LLVMValueRef a = aw_vectorizer_vector(v, LLVMGetOperand(old, 0)), b = aw_vectorizer_vector(v, LLVMGetOperand(old, 1));
	LLVMValueRef mask = v->masks[v->block];
	bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
	LLVMValueRef quotient = NULL;
	if (divides)
		quotient = aw_simd_divide(&v->simd, old, a, aw_vectorizer_simd_value(v, LLVMGetOperand(old, 1)), mask);
	if (quotient)
		return quotient;
	if (divides && mask && !LLVMIsConstant(b)) // a lane that doesn't run must not divide by what it happens to hold
		b = aw_simd_select(&v->simd, mask, b, aw_simd_splat(&v->simd, LLVMConstInt(LLVMTypeOf(old), 1, false)));
	return LLVMBuildBinOp(v->simd.builder, opcode, a, b, "");
}

static LLVMValueRef build_select(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef condition = LLVMGetOperand(old, 0);
	LLVMValueRef a = aw_vectorizer_vector(v, LLVMGetOperand(old, 1)), b = aw_vectorizer_vector(v, LLVMGetOperand(old, 2));
	if (aw_shape_is_uniform(aw_vectorizer_shape(v, condition)))
		return LLVMBuildSelect(v->simd.builder, aw_vectorizer_value(v, condition), a, b, "");
	return aw_simd_select(&v->simd, aw_vectorizer_vector(v, condition), a, b);
}

// OLD with OPERANDS of which only INDEX varies: a scalar and one vector of indices, as gathers have them.
static LLVMValueRef build_one_index(struct aw_vectorizer *v, LLVMValueRef old, LLVMValueRef *operands, unsigned index)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(old), counted = aw_llvm_counted_type(old, index);
	unsigned count = (unsigned)LLVMGetNumOperands(old);
	LLVMValueRef varying = operands[index];
	assert(index > 0 && index < count && counted);
	operands[index] = LLVMConstNull(LLVMGetElementType(LLVMTypeOf(varying)));
	LLVMValueRef base = LLVMBuildGEP2(v->simd.builder, type, operands[0], operands + 1, count - 1, "");
	return LLVMBuildGEP2(v->simd.builder, counted, base, &varying, 1, "");
}

static LLVMValueRef build_address(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef operands[32];
	unsigned count = (unsigned)LLVMGetNumOperands(old), varying = 0, last = 0;
	assert(count <= sizeof(operands) / sizeof(*operands));
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(old, i);
		bool uniform = aw_shape_is_uniform(aw_vectorizer_shape(v, operand));
		operands[i] = uniform ? aw_vectorizer_value(v, operand) : aw_vectorizer_vector(v, operand);
		varying += !uniform;
		last = uniform ? last : i;
	}
	if (!varying)
		operands[0] = aw_vectorizer_vector(v, LLVMGetOperand(old, 0));
	if (varying == 1 && last > 0 && count > 2)
		return build_one_index(v, old, operands, last);
	return LLVMBuildGEP2(v->simd.builder, LLVMGetGEPSourceElementType(old), operands[0], operands + 1, count - 1, "");
}

static LLVMValueRef build_extract(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef value = aw_vectorizer_vector(v, LLVMGetOperand(old, 0));
	const unsigned *indices = LLVMGetIndices(old);
	for (unsigned i = 0; i < LLVMGetNumIndices(old); i++)
		value = LLVMBuildExtractValue(v->simd.builder, value, indices[i], "");
	return value;
}

static LLVMValueRef insert_at(struct aw_vectorizer *v, LLVMValueRef whole, LLVMValueRef part, const unsigned *indices,
                              unsigned count)
{
	if (count == 0)
		return part;
	LLVMValueRef inner = LLVMBuildExtractValue(v->simd.builder, whole, indices[0], "");
	inner = insert_at(v, inner, part, indices + 1, count - 1);
	return LLVMBuildInsertValue(v->simd.builder, whole, inner, indices[0], "");
}

static LLVMValueRef build_insert(struct aw_vectorizer *v, LLVMValueRef old)
{
	return insert_at(v, aw_vectorizer_vector(v, LLVMGetOperand(old, 0)), aw_vectorizer_vector(v, LLVMGetOperand(old, 1)),
	                 LLVMGetIndices(old), LLVMGetNumIndices(old));
}

// The vector form of an instruction that neither touches memory nor calls.
static LLVMValueRef build_vector(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMBuilderRef builder = v->simd.builder;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	switch (opcode) {
	case LLVMFNeg:
		return LLVMBuildFNeg(builder, aw_vectorizer_vector(v, LLVMGetOperand(old, 0)), "");
	case LLVMFreeze:
		return LLVMBuildFreeze(builder, aw_vectorizer_vector(v, LLVMGetOperand(old, 0)), "");
	case LLVMICmp:
		return LLVMBuildICmp(builder, LLVMGetICmpPredicate(old), aw_vectorizer_vector(v, LLVMGetOperand(old, 0)),
		                     aw_vectorizer_vector(v, LLVMGetOperand(old, 1)), "");
	case LLVMFCmp:
		return LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(old), aw_vectorizer_vector(v, LLVMGetOperand(old, 0)),
		                     aw_vectorizer_vector(v, LLVMGetOperand(old, 1)), "");
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
		return LLVMBuildCast(builder, opcode, aw_vectorizer_vector(v, LLVMGetOperand(old, 0)),
		                     aw_simd_type(&v->simd, LLVMTypeOf(old)), "");
	assert(LLVMIsABinaryOperator(old));
	return build_binary(v, old, opcode);
}

static LLVMValueRef build_call(struct aw_vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_value arguments[1 + AW_JOINED_WORDS];
	unsigned count = LLVMGetNumArgOperands(old);
	if (aw_simd_is_assert(old)) {
		aw_simd_assert(&v->simd, old, aw_vectorizer_simd_value(v, LLVMGetOperand(old, 0)), v->masks[v->block]);
		return NULL;
	}
	assert(count <= sizeof(arguments) / sizeof(*arguments));
	LLVMValueRef mask = v->masks[v->block];
	const char *reason = NULL;
	enum aw_simd_form form = aw_simd_call_form(v->simd.unit, old, &reason);
	struct aw_shape shape = aw_vectorizer_shape(v, old);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = aw_vectorizer_simd_value(v, LLVMGetOperand(old, i));
	if (v->simd.awaited && (form == AW_SIMD_BLOCK || aw_simd_names_all(old)))
		aw_simd_ask_awaited(&v->simd, mask);
	switch (form) {
	case AW_SIMD_PLAIN:
		return aw_simd_intrinsic_call(&v->simd, old, arguments, NULL, shape);
	case AW_SIMD_MASKED:
		return aw_simd_intrinsic_call(&v->simd, old, arguments, mask, shape);
	case AW_SIMD_WARP:
		if (aw_map_get(&v->awaiting, old))
			aw_simd_await_rest(&v->simd, mask);
		return aw_simd_warp(&v->simd, old, arguments, mask, shape);
	case AW_SIMD_BLOCK:
		return aw_simd_barrier(&v->simd, old, arguments, mask);
	case AW_SIMD_CALL:
		return aw_simd_call(&v->simd, old, arguments, mask);
	default:
		assert(form == AW_SIMD_LANES);
		if (aw_simd_arrives_together(old, arguments))
			return aw_simd_arrive(&v->simd, arguments, mask);
		if (aw_llvm_is_defined(aw_llvm_callee(old)) && !aw_simd_is_serial(aw_llvm_callee(old)))
			aw_simd_note_lanes(v->simd.unit, aw_llvm_callee(old), v->simd.gang.width);
		return aw_simd_call_lanes(&v->simd, old, arguments, mask);
	}
}

// Tells ACCESS how far lanes are from one another, when that is known though it is no stride.  What is promised of an address counts for
// lanes that have all gone there, before a condition too.
static void find_distances(struct aw_vectorizer *v, LLVMValueRef address, struct aw_simd_access *access)
{
	if (!aw_vectorizer_varies(v, address))
		return;
	uintptr_t number = (uintptr_t)aw_map_get(&v->distances, address);
	struct aw_distances *known = number ? &v->known.items[number - 1] : NULL, found = { .block = v->block };
	if (!known || !aw_dominates(&v->u.dominators, known->block, v->block)) {
		if (v->masks[v->block] || !aw_lane_pattern_find(&v->u, address, &found.pattern))
			return;
		aw_need(aw_vec_push(&v->known, found));
		aw_need(aw_map_put(&v->distances, address, (void *)(uintptr_t)v->known.count));
		known = &v->known.items[v->known.count - 1];
	}
	access->offsets = known->pattern.offsets;
	access->rest = known->pattern.rest;
}

static LLVMValueRef build_load(struct aw_vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_access access = { LLVMTypeOf(old), aw_vectorizer_simd_value(v, LLVMGetOperand(old, 0)), v->masks[v->block], old };
	const struct aw_window *window = access.mask ? NULL : aw_windows_of(&v->windows, old);
	if (window)
		return aw_simd_load_window(&v->simd, window, old);
	find_distances(v, LLVMGetOperand(old, 0), &access);
	return aw_simd_load(&v->simd, &access);
}

static void build_store(struct aw_vectorizer *v, LLVMValueRef old)
{
	LLVMValueRef stored = LLVMGetOperand(old, 0);
	LLVMValueRef address = LLVMGetOperand(old, 1);
	struct aw_simd_access access = { LLVMTypeOf(stored), aw_vectorizer_simd_value(v, address), v->masks[v->block], old };
	const struct aw_window *window = access.mask ? NULL : aw_windows_of(&v->windows, old);
	if (window) {
		aw_simd_store_window(&v->simd, window, old, aw_vectorizer_vector(v, stored));
		return;
	}
	find_distances(v, address, &access);
	LLVMValueRef turn = NULL;
	if (aw_simd_writes_row(&v->u, old, &access.row))
		turn = v->streams ? aw_simd_turn_of(&v->u, old) : NULL;
	if (turn) // nobody else asks
		access.row.bytes = aw_simd_turn_bytes(&v->u, old);
	access.row.turn = turn ? aw_vectorizer_simd_value(v, turn).value : NULL;
	aw_simd_store(&v->simd, &access, aw_vectorizer_simd_value(v, stored));
}

// The update of a place of the block's own that OLD's is made together with, or NULL: the next of its block, if nothing
// that has to do with memory stands between; or where BACKWARDS the one before.
static LLVMValueRef neighbour(struct aw_vectorizer *v, LLVMValueRef old, bool backwards)
{
	do {
		old = backwards ? LLVMGetPreviousInstruction(old) : LLVMGetNextInstruction(old);
		if (old && aw_simd_is_update(old))
			return aw_shape_is_uniform(aw_vectorizer_shape(v, LLVMGetOperand(old, 0))) ? NULL : old;
	} while (old && !LLVMIsACallInst(old) && !LLVMIsALoadInst(old) && !aw_llvm_may_write(old));
	return NULL;
}

// Where the kernel's LOAD has the lanes' values in a row when OLD, of the same block, comes by; value NULL: nowhere.
static struct aw_simd_value row_of(struct aw_vectorizer *v, LLVMValueRef load, LLVMValueRef old)
{
	const struct aw_simd_value none = { NULL, { .kind = AW_SHAPE_VARYING } };
	if (!LLVMIsALoadInst(load) || !aw_llvm_is_plain(load) ||
	    LLVMGetInstructionParent(load) != LLVMGetInstructionParent(old))
		return none;
	LLVMTypeRef type = LLVMTypeOf(load);
	struct aw_simd_value address = aw_vectorizer_simd_value(v, LLVMGetOperand(load, 0));
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
static void build_update(struct aw_vectorizer *v, LLVMValueRef old)
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
			.address = aw_vectorizer_simd_value(v, LLVMGetOperand(one, 0)),
			.value = aw_vectorizer_simd_value(v, LLVMGetOperand(one, 1)),
			.root = aw_vectorizer_value(v, root),
			.row = row_of(v, root, one),
		};
	}
	aw_simd_updates(&v->simd, updates, count, v->masks[v->block]);
}

static LLVMValueRef build_atomic(struct aw_vectorizer *v, LLVMValueRef old)
{
	struct aw_simd_value operands[3];
	unsigned count = (unsigned)LLVMGetNumOperands(old);
	assert(count <= 3);
	for (unsigned i = 0; i < count; i++)
		operands[i] = aw_vectorizer_simd_value(v, LLVMGetOperand(old, i));
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

void aw_vectorizer_build(struct aw_vectorizer *v, LLVMValueRef old)
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
		if (aw_vectorizer_varies(v, old))
			copy_flags(new = build_vector(v, old), old);
		else
			new = clone_scalar(v, old);
	}
	if (new && LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind && LLVMGetFirstUse(old))
		aw_vectorizer_translate(v, old, adapt(v, old, new));
}
