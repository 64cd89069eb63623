// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing the operands of PTX instructions, and the small things that all handlers need.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_emit.h"
#include "ptx_signature.h"

static const struct sreg_row {
	const char *name;
	unsigned bits;
	const char *function;
	unsigned first; // bit at which the register starts in what an intrinsic gives that has more bits
} sregs[] = {
#define AW_PTX_SREG(name, bits, function) { name, bits, function, 0 },
#define AW_PTX_SREG_HALF(name, first, function) { name, 32, function, first },
#include "ptx_sregs.def"
#undef AW_PTX_SREG
#undef AW_PTX_SREG_HALF
};

bool aw_ptx_has(const struct aw_ptx_op *op, const char *modifier)
{
	for (unsigned i = 0; i < op->source->modifier_count; i++)
		if (!strcmp(op->source->modifiers[i], modifier))
			return true;
	return false;
}

LLVMTypeRef aw_ptx_int(const struct aw_ptx_emit *emit, unsigned bits)
{
	return LLVMIntTypeInContext(emit->context, bits);
}

LLVMTypeRef aw_ptx_llvm_type(const struct aw_ptx_emit *emit, enum aw_ptx_type type)
{
	const struct aw_ptx_type_row *row = &aw_ptx_types[type];
	unsigned bits = row->bits / row->lanes;
	LLVMTypeRef element = aw_ptx_int(emit, bits);
	if (row->class == AW_PTX_CLASS_BRAIN || (row->class == AW_PTX_CLASS_FLOAT && bits == 32))
		element = LLVMFloatTypeInContext(emit->context);
	else if (row->class == AW_PTX_CLASS_FLOAT)
		element = bits == 64 ? LLVMDoubleTypeInContext(emit->context) : LLVMHalfTypeInContext(emit->context);
	return row->lanes > 1 ? LLVMVectorType(element, row->lanes) : element;
}

static LLVMValueRef splat(LLVMTypeRef type, LLVMValueRef element)
{
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return element;
	assert(LLVMGetVectorSize(type) == 2);
	LLVMValueRef lanes[] = { element, element };
	return LLVMConstVector(lanes, LLVMGetVectorSize(type));
}

LLVMValueRef aw_ptx_splat_int(LLVMTypeRef type, uint64_t number)
{
	return splat(type, LLVMConstInt(aw_llvm_element_of(type), number, false));
}

LLVMValueRef aw_ptx_splat_real(LLVMTypeRef type, double number)
{
	return splat(type, LLVMConstReal(aw_llvm_element_of(type), number));
}

// --- bf16, by hand: float with the lower half cut off, rounded to nearest even ---

static LLVMTypeRef lanes_of_ints(struct aw_ptx_emit *emit, unsigned lanes, unsigned bits)
{
	return lanes > 1 ? LLVMVectorType(aw_ptx_int(emit, bits), lanes) : aw_ptx_int(emit, bits);
}

static LLVMValueRef widen_brain(struct aw_ptx_emit *emit, unsigned lanes, LLVMValueRef bits)
{
	LLVMTypeRef wide = lanes_of_ints(emit, lanes, 32);
	bits = LLVMBuildBitCast(emit->builder, bits, lanes_of_ints(emit, lanes, 16), "");
	bits = LLVMBuildShl(emit->builder, LLVMBuildZExt(emit->builder, bits, wide, ""), aw_ptx_splat_int(wide, 16), "");
	LLVMTypeRef type = aw_ptx_llvm_type(emit, lanes > 1 ? AW_PTX_bf16x2 : AW_PTX_bf16);
	return LLVMBuildBitCast(emit->builder, bits, type, "");
}

static LLVMValueRef narrow_brain(struct aw_ptx_emit *emit, unsigned lanes, LLVMValueRef value)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef wide = lanes_of_ints(emit, lanes, 32);
	LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, value, value, "");
	LLVMValueRef bits = LLVMBuildBitCast(b, value, wide, ""), half = aw_ptx_splat_int(wide, 16);
	LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, half, ""), aw_ptx_splat_int(wide, 1), "");
	LLVMValueRef bias = LLVMBuildAdd(b, odd, aw_ptx_splat_int(wide, 0x7fff), "");
	bits = LLVMBuildLShr(b, LLVMBuildAdd(b, bits, bias, ""), half, "");
	bits = LLVMBuildSelect(b, is_nan, aw_ptx_splat_int(wide, 0x7fff), bits, "");
	bits = LLVMBuildTrunc(b, bits, lanes_of_ints(emit, lanes, 16), "");
	return LLVMBuildBitCast(b, bits, aw_ptx_int(emit, 16 * lanes), "");
}

LLVMValueRef aw_ptx_from_bits(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef bits)
{
	if (aw_ptx_types[type].class == AW_PTX_CLASS_BRAIN)
		return widen_brain(emit, aw_ptx_types[type].lanes, bits);
	return LLVMBuildBitCast(emit->builder, bits, aw_ptx_llvm_type(emit, type), "");
}

// The hardware has one NaN of 16 bits.
static LLVMValueRef with_one_nan(struct aw_ptx_emit *emit, unsigned lanes, LLVMValueRef value)
{
	LLVMTypeRef bits = lanes_of_ints(emit, lanes, 16);
	LLVMValueRef is_nan = LLVMBuildFCmp(emit->builder, LLVMRealUNO, value, value, "");
	LLVMValueRef plain = LLVMBuildBitCast(emit->builder, value, bits, "");
	return LLVMBuildSelect(emit->builder, is_nan, aw_ptx_splat_int(bits, 0x7fff), plain, "");
}

LLVMValueRef aw_ptx_to_bits(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef value)
{
	if (type == AW_PTX_f16 || type == AW_PTX_f16x2)
		value = with_one_nan(emit, aw_ptx_types[type].lanes, value);
	if (aw_ptx_types[type].class == AW_PTX_CLASS_BRAIN)
		return narrow_brain(emit, aw_ptx_types[type].lanes, value);
	return LLVMBuildBitCast(emit->builder, value, aw_ptx_int(emit, aw_ptx_types[type].bits), "");
}

// --- reading ---

static struct aw_ptx_register *find_register(const struct aw_ptx_emit *emit, const char *name)
{
	struct aw_ptx_register *found = NULL;
	for (size_t i = emit->scopes.count; i-- > 0 && !found;)
		found = aw_map_get(&emit->scopes.items[i].registers, name);
	return found;
}

// The width of a register that a tool or a driver would set, %envreg<32>, %pm<8> and %pm<8>_64, which nobody does here; 0: it is none.
static unsigned unset_sreg_bits(const char *name)
{
	bool environment = aw_starts_with(name, "%envreg");
	const char *digits = environment ? name + strlen("%envreg") : aw_starts_with(name, "%pm") ? name + strlen("%pm") : "";
	char *rest;
	if (!isdigit((unsigned char)*digits) || strtoul(digits, &rest, 10) >= (environment ? 32 : 8))
		return 0;
	if (!*rest)
		return 32;
	return !environment && !strcmp(rest, "_64") ? 64 : 0;
}

static LLVMValueRef read_sreg(struct aw_ptx_emit *emit, const char *name)
{
	for (size_t i = 0; i < sizeof(sregs) / sizeof(*sregs); i++) {
		if (strcmp(sregs[i].name, name))
			continue;
		if (aw_starts_with(sregs[i].function, "llvm.")) {
			LLVMValueRef whole = aw_ptx_intrinsic(emit, sregs[i].function, NULL, NULL, 0);
			if (LLVMGetIntTypeWidth(LLVMTypeOf(whole)) == sregs[i].bits)
				return whole;
			LLVMValueRef first = LLVMConstInt(LLVMTypeOf(whole), sregs[i].first, false);
			return LLVMBuildTrunc(emit->builder, LLVMBuildLShr(emit->builder, whole, first, ""), aw_ptx_int(emit, sregs[i].bits), "");
		}
		return aw_ptx_call(emit, sregs[i].function, aw_ptx_int(emit, sregs[i].bits), NULL, 0);
	}
	unsigned unset = unset_sreg_bits(name);
	if (unset)
		return LLVMConstInt(aw_ptx_int(emit, unset), 0, false);
	if (!strcmp(name, "WARP_SZ"))
		return LLVMConstInt(aw_ptx_int(emit, 32), 32, false);
	return NULL;
}

LLVMValueRef aw_ptx_variable(const struct aw_ptx_emit *emit, const char *name)
{
	const struct aw_ptx_register *known = find_register(emit, name);
	if (!known)
		return aw_ptx_symbol(emit->module, name);
	bool is_address = known->value && (LLVMIsAPtrToIntInst(known->value) || aw_llvm_is_op(known->value, LLVMPtrToInt));
	return is_address ? LLVMGetOperand(known->value, 0) : NULL;
}

// The bits of a name; NULL after an error.
static LLVMValueRef read_name(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *name)
{
	const struct aw_ptx_register *known = find_register(emit, name);
	if (known && known->value)
		return known->value;
	if (known)
		return LLVMBuildLoad2(emit->builder, aw_ptx_int(emit, known->bits), known->slot, "");
	LLVMValueRef symbol = aw_ptx_symbol(emit->module, name);
	LLVMValueRef value = symbol ? LLVMConstPtrToInt(symbol, aw_ptx_int(emit, 64)) : read_sreg(emit, name);
	if (!value)
		aw_ptx_error(emit, op, "%s is no register known here", name);
	return value;
}

uint32_t aw_ptx_single_bits(double number)
{
	float single = (float)number;
	uint32_t bits;
	memcpy(&bits, &single, sizeof(bits));
	return bits;
}

// The bits that a number written for an integer or bf16 type means: a float's are those of a float, or
// of a double for 64 bits.
static uint64_t number_bits(const struct aw_ptx_atom *atom, unsigned width)
{
	if (atom->kind == AW_PTX_NUMBER || width > 32)
		return atom->bits;
	double real;
	memcpy(&real, &atom->bits, sizeof(real));
	return aw_ptx_single_bits(real);
}

static LLVMValueRef read_number(struct aw_ptx_emit *emit, const struct aw_ptx_atom *atom, enum aw_ptx_type type)
{
	unsigned width = aw_ptx_types[type].bits;
	double real = (double)(int64_t)atom->bits;
	if (aw_ptx_types[type].class == AW_PTX_CLASS_FLOAT) {
		if (atom->kind == AW_PTX_REAL)
			memcpy(&real, &atom->bits, sizeof(real));
		return aw_ptx_splat_real(aw_ptx_llvm_type(emit, type), real);
	}
	return aw_ptx_from_bits(emit, type, LLVMConstInt(aw_ptx_int(emit, width), number_bits(atom, width), false));
}

LLVMValueRef aw_ptx_read_atom(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_atom *atom,
                              enum aw_ptx_type type)
{
	unsigned bits = aw_ptx_types[type].bits;
	LLVMValueRef poison = LLVMGetPoison(aw_ptx_llvm_type(emit, type));
	if (atom->kind == AW_PTX_NUMBER || atom->kind == AW_PTX_REAL)
		return read_number(emit, atom, type);
	if (atom->kind == AW_PTX_NOTHING) {
		aw_ptx_error(emit, op, "\"_\" can't be read");
		return poison;
	}
	LLVMValueRef value = read_name(emit, op, atom->name);
	if (!value)
		return poison;
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	if (width < bits || (type == AW_PTX_pred && width != 1)) {
		aw_ptx_error(emit, op, "%s has %u bits, and .%s is read from it", atom->name, width,
		             aw_ptx_types[type].name);
		return poison;
	}
	if (width > bits)
		value = LLVMBuildTrunc(emit->builder, value, aw_ptx_int(emit, bits), "");
	if (atom->negated && type != AW_PTX_pred)
		aw_ptx_error(emit, op, "only predicates can be negated by a sign");
	else if (atom->negated)
		value = LLVMBuildNot(emit->builder, value, "");
	return aw_ptx_from_bits(emit, type, value);
}

LLVMValueRef aw_ptx_read(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type)
{
	assert(index < op->source->operand_count);
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	if (operand->kind == AW_PTX_SINGLE)
		return aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 0), type);
	aw_ptx_error(emit, op, "operand %u must be one register or number", index + 1);
	return LLVMGetPoison(aw_ptx_llvm_type(emit, type));
}

bool aw_ptx_is_constant(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, operand, 0);
	if (operand->kind != AW_PTX_SINGLE || atom->kind == AW_PTX_NUMBER)
		return operand->kind == AW_PTX_SINGLE;
	const struct aw_ptx_register *known = atom->kind == AW_PTX_NAME ? find_register(emit, atom->name) : NULL;
	return known && known->value && LLVMIsAConstantInt(known->value);
}

int64_t aw_ptx_constant(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	if (!aw_ptx_is_constant(emit, op, index)) {
		aw_ptx_error(emit, op, "operand %u must be a constant", index + 1);
		return 0;
	}
	const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, &op->source->operands[index], 0);
	if (atom->kind == AW_PTX_NUMBER)
		return (int64_t)atom->bits;
	return LLVMConstIntGetSExtValue(find_register(emit, atom->name)->value);
}

// --- writing ---

void aw_ptx_write_atom(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_atom *atom,
                       enum aw_ptx_type type, LLVMValueRef value)
{
	if (atom->kind == AW_PTX_NOTHING || emit->failed)
		return;
	const struct aw_ptx_register *known = atom->kind == AW_PTX_NAME ? find_register(emit, atom->name) : NULL;
	if (!known || !known->slot || known->bits < aw_ptx_types[type].bits) {
		aw_ptx_error(emit, op, "%s can't be set to a .%s", atom->kind == AW_PTX_NAME ? atom->name : "a number",
		             aw_ptx_types[type].name);
		return;
	}
	assert(LLVMTypeOf(value) == aw_ptx_llvm_type(emit, type));
	value = aw_ptx_to_bits(emit, type, value);
	LLVMTypeRef full = aw_ptx_int(emit, known->bits);
	value = aw_ptx_is_signed(type) ? LLVMBuildSExt(emit->builder, value, full, "")
	                               : LLVMBuildZExt(emit->builder, value, full, "");
	LLVMBuildStore(emit->builder, value, known->slot);
}

void aw_ptx_write(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type,
                  LLVMValueRef value)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	if (operand->kind == AW_PTX_SINGLE || operand->kind == AW_PTX_PAIR)
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 0), type, value);
	else
		aw_ptx_error(emit, op, "operand %u must be a register", index + 1);
}

// --- calls ---

LLVMValueRef aw_ptx_intrinsic(struct aw_ptx_emit *emit, const char *name, LLVMTypeRef overload,
                              LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef function = aw_llvm_intrinsic(emit->module, name, &overload, overload != NULL);
	return LLVMBuildCall2(emit->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

LLVMValueRef aw_ptx_call(struct aw_ptx_emit *emit, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count)
{
	enum { MOST = 8 };
	assert(count <= MOST);
	LLVMTypeRef types[MOST];
	for (unsigned i = 0; i < count && i < MOST; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
	LLVMValueRef function = aw_llvm_declare(emit->module, name, type);
	return LLVMBuildCall2(emit->builder, type, function, arguments, count, "");
}

// --- addresses ---

// A shared address of 32 bits is the lower half of the pointer that cvta or a cast gave; the upper half
// is that of the block's shared memory, within 2 GiB of which all of it lies.  Such kernels' shared memory begins where the lower
// half is 0, as on a GPU (AW_CPU_KERNEL_WINDOW).
LLVMValueRef aw_ptx_widen_shared(struct aw_ptx_emit *emit, LLVMValueRef address)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	LLVMValueRef base = aw_ptx_call(emit, "aw.shared_window", LLVMPointerTypeInContext(emit->context, 0), NULL, 0);
	aw_llvm_promise_no_effect(aw_llvm_callee(base));
	aw_llvm_add_attribute(aw_llvm_callee(base), LLVMAttributeFunctionIndex, "speculatable");
	base = LLVMBuildPtrToInt(b, base, wide, "");
	LLVMValueRef low = LLVMBuildTrunc(b, base, aw_ptx_int(emit, 32), "");
	LLVMValueRef distance = LLVMBuildSub(b, address, low, "");
	return LLVMBuildAdd(b, base, LLVMBuildSExt(b, distance, wide, ""), "");
}

static bool is_shared(const struct aw_ptx_op *op)
{
	return aw_ptx_has(op, "shared") || aw_ptx_has(op, "shared::cta") || aw_ptx_has(op, "shared::cluster");
}

// Whether all addresses of OP are of the block's own shared memory.  Copies between spaces name the other one, too.
static bool is_shared_only(const struct aw_ptx_op *op)
{
	return is_shared(op) && !aw_ptx_has(op, "shared::cluster") && !aw_ptx_has(op, "global");
}

LLVMValueRef aw_ptx_address(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	LLVMTypeRef wide = aw_ptx_int(emit, 64), pointer = LLVMPointerTypeInContext(emit->context, 0);
	if (operand->kind != AW_PTX_ADDRESS) {
		aw_ptx_error(emit, op, "operand %u must be an address", index + 1);
		return LLVMGetPoison(pointer);
	}
	LLVMValueRef address = NULL, variable = operand->count == 1 ? aw_ptx_variable(emit, aw_ptx_atom(&emit->parser, operand, 0)->name) : NULL;
	int64_t offset = operand->offset;
	if (variable) {
		LLVMValueRef distance = LLVMConstInt(wide, (uint64_t)offset, true);
		return LLVMBuildGEP2(emit->builder, aw_ptx_int(emit, 8), variable, &distance, 1, "");
	}
	for (unsigned i = 0; i < operand->count; i++) {
		LLVMValueRef part = read_name(emit, op, aw_ptx_atom(&emit->parser, operand, i)->name);
		if (!part)
			return LLVMGetPoison(pointer);
		if (address && LLVMIsAConstantInt(part)) {
			offset += LLVMConstIntGetSExtValue(part);
			continue;
		}
		bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(part)) < 64;
		if (address || (narrow && !is_shared(op)))
			aw_ptx_error(emit, op, "addresses of 32 bits are those of shared memory only");
		// In a register of 64 bits there may be a shared address of 32, widened with zeros or by its sign.
		LLVMTypeRef half = aw_ptx_int(emit, 32);
		if (narrow)
			address = aw_ptx_widen_shared(emit, LLVMBuildZExtOrBitCast(emit->builder, part, half, ""));
		else
			address = is_shared_only(op) ? aw_ptx_widen_shared(emit, LLVMBuildTrunc(emit->builder, part, half, "")) : part;
	}
	if (!address)
		address = LLVMConstInt(wide, 0, false);
	address = LLVMBuildAdd(emit->builder, address, LLVMConstInt(wide, (uint64_t)offset, true), "");
	return LLVMBuildIntToPtr(emit->builder, address, pointer, "");
}
