// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: divisions by what a launch decides.  A GPU has no instruction for integer division: `row = i / width` with a width from the
// kernel's arguments takes some twenty of them, several at a quarter of the rate (a reciprocal in floating point, and its correction),
// and eighty with 64 bits.  But the host knows the width, and by a known number one divides with a multiplication.  So a kernel with
// such divisions gets a second entry, NAME$divided, which takes for each divisor what the multiplication wants, behind
// the kernel's own arguments; the runtime computes that and launches this entry (nvidia_divide.c).  src/fatbin/launch_divisor.h says how
// it learns what the divisors are, and with what they are multiplied: Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", PLDI 1994, figure 5.2 for signed numbers; for unsigned ones of full range, whose factor would need a bit more, the
// quotient by a rounded-down reciprocal, which is at most one too small:
//
//     signed:    q = ((x + mulhi(x, factor)) >> shift) + (x < 0)
//     unsigned:  q = mulhi(x, factor);  if (x - q * d >= d) q++
//
// Numbers of 64 bits are mostly small, and a GPU multiplies 32 bits at a time: what is known to have no more, or turns out so, is divided
// as such.  The question costs a branch, so straight kernels, whose neighbouring blocks may be joined (join_blocks), don't ask.
//
// The entry isn't used for divisors of 0 and negative ones, so it needs no test for them.  A divisor may be computed of arguments,
// members of structures among them, numbers, blockDim and gridDim.
//
// The kernel itself stays for all other launches.  The pass runs behind the optimiser; the entries are kernels for the passes after it.
#include <stdlib.h>
#include <string.h>

#include "../../base/str.h"
#include "../../fatbin/launch_divisor.h"
#include "../analysis/need.h"
#include "../lower/lower_division.h"
#include "nvptx.h"

enum { MOST_INSTRUCTIONS = 4000, MOST_PARAMETERS = 24, MOST_BYTES = 2048, MOST_DEPTH = 6 };

struct divisor {
	char *text;                 // "s32 p1+0.4": what it is, as the runtime reads it
	LLVMTypeRef type;
	bool is_signed;
	LLVMValueRef factor, shift, narrow; // arguments of the entry
};

struct dividing {
	struct aw_unit *unit;
	LLVMValueRef function; // the kernel, then its entry
	AW_VEC(struct divisor) divisors;
	bool straight; // no branch is to be added
};

// --- what a launch decides ---

// Whether the argument OBJECT, a structure, is only read.
static bool is_only_read(LLVMValueRef object, unsigned depth)
{
	AW_FOR_USES(use, object) {
		LLVMValueRef user = LLVMGetUser(use);
		bool step = LLVMIsAGetElementPtrInst(user) && depth && is_only_read(user, depth - 1);
		if (!step && !LLVMIsALoadInst(user))
			return false;
	}
	return true;
}

// Bytes of TYPE, an integer of a whole number of them; 0 for all else.
static unsigned bytes_of(LLVMTypeRef type)
{
	unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
	return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

static bool write_argument(struct aw_str *text, LLVMValueRef argument)
{
	unsigned number = aw_llvm_argument_number(argument);
	if (!bytes_of(LLVMTypeOf(argument)))
		return false;
	aw_str_format(text, " p%u+0.%u", number, bytes_of(LLVMTypeOf(argument)));
	return true;
}

// A member of a structure that is an argument.
static bool write_member(const struct dividing *d, struct aw_str *text, LLVMValueRef load)
{
	int64_t offset = 0;
	LLVMValueRef object = aw_llvm_strip_offset(d->unit->module, LLVMGetOperand(load, 0), &offset);
	unsigned size = bytes_of(LLVMTypeOf(load));
	if (!aw_llvm_is_by_value(object) || !size || LLVMGetVolatile(load) || offset < 0 || offset > UINT16_MAX ||
	    !is_only_read(object, MOST_DEPTH))
		return false;
	aw_str_format(text, " p%u+%u.%u", aw_llvm_argument_number(object), (unsigned)offset, size);
	return true;
}

static bool write_register(struct aw_str *text, LLVMValueRef call)
{
	const char *name = aw_intrinsic_register(call);
	size_t length = strlen(name);
	bool block = aw_starts_with(name, "ntid."), grid = aw_starts_with(name, "nctaid.");
	if ((!block && !grid) || name[length - 1] < 'x' || name[length - 1] > 'z')
		return false;
	aw_str_format(text, " %c%d", block ? AW_LAUNCH_BLOCK : AW_LAUNCH_GRID, name[length - 1] - 'x');
	return true;
}

static bool write_value(const struct dividing *d, struct aw_str *text, LLVMValueRef value, unsigned depth);

// LETTERS: the operation and, where the lower half of its result depends on more than the operands' lower halves, what extends those.
static bool write_two(const struct dividing *d, struct aw_str *text, LLVMValueRef value, unsigned depth, const char *letters)
{
	bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 64;
	for (unsigned i = 0; i < 2; i++) {
		if (!write_value(d, text, LLVMGetOperand(value, i), depth))
			return false;
		if (letters[1] && narrow)
			aw_str_format(text, " %c", letters[1]);
	}
	aw_str_format(text, " %c", letters[0]);
	return true;
}

static bool write_extended(const struct dividing *d, struct aw_str *text, LLVMValueRef value, char letter, unsigned depth)
{
	LLVMValueRef inner = LLVMGetOperand(value, 0);
	if (bytes_of(LLVMTypeOf(inner)) != 4 || !write_value(d, text, inner, depth))
		return false;
	aw_str_format(text, " %c", letter);
	return true;
}

static bool write_operation(const struct dividing *d, struct aw_str *text, LLVMValueRef value, unsigned depth)
{
	int64_t constant;
	bool by_constant = LLVMGetNumOperands(value) == 2 && aw_llvm_constant(LLVMGetOperand(value, 1), &constant) && constant > 0;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: return write_two(d, text, value, depth, "+");
	case LLVMSub: return write_two(d, text, value, depth, "-");
	case LLVMMul: return write_two(d, text, value, depth, "*");
	case LLVMShl: return by_constant && write_two(d, text, value, depth, "l");
	case LLVMLShr: return by_constant && write_two(d, text, value, depth, "rz");
	case LLVMAShr: return by_constant && write_two(d, text, value, depth, "ax");
	case LLVMUDiv: return by_constant && write_two(d, text, value, depth, "dz");
	case LLVMSDiv: return by_constant && write_two(d, text, value, depth, "qx");
	case LLVMZExt: return write_extended(d, text, value, AW_LAUNCH_ZERO_EXTEND, depth);
	case LLVMSExt: return write_extended(d, text, value, AW_LAUNCH_SIGN_EXTEND, depth);
	case LLVMTrunc: return bytes_of(LLVMTypeOf(LLVMGetOperand(value, 0))) == 8 && write_value(d, text, LLVMGetOperand(value, 0), depth);
	case LLVMFreeze: return write_value(d, text, LLVMGetOperand(value, 0), depth);
	case LLVMLoad: return write_member(d, text, value);
	case LLVMCall: return write_register(text, value);
	default: return false;
	}
}

// Appends how the host computes VALUE, of 32 or 64 bits; false when a launch doesn't decide it.
static bool write_value(const struct dividing *d, struct aw_str *text, LLVMValueRef value, unsigned depth)
{
	unsigned size = bytes_of(LLVMTypeOf(value));
	if (!depth || size < 4)
		return false;
	if (LLVMIsAConstantInt(value)) {
		aw_str_format(text, " %c%llu", AW_LAUNCH_NUMBER, LLVMConstIntGetZExtValue(value));
		return true;
	}
	if (LLVMIsAArgument(value))
		return write_argument(text, value);
	return LLVMIsAInstruction(value) && write_operation(d, text, value, depth - 1);
}

// --- divisions ---

static bool is_decided(const struct dividing *d, LLVMValueRef value)
{
	struct aw_str text = { 0 };
	bool decided = write_value(d, &text, value, MOST_DEPTH);
	aw_str_finish(&text);
	return decided;
}

static unsigned count_words(const char *text)
{
	unsigned count = 0;
	for (; *text; text++)
		count += *text == ' ';
	return count;
}

// What the runtime reads of the divisor of DIVISION; NULL when a launch doesn't decide it.
static char *describe(const struct dividing *d, LLVMValueRef division)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
	LLVMValueRef divisor = aw_plain_divisor(LLVMGetOperand(division, 1));
	unsigned size = bytes_of(LLVMTypeOf(division));
	struct aw_str text = { 0 };
	if (size < 4 || LLVMIsAConstant(divisor))
		return NULL;
	aw_str_format(&text, "%c%u", opcode == LLVMSDiv || opcode == LLVMSRem ? 's' : 'u', size * 8);
	if (!write_value(d, &text, divisor, MOST_DEPTH) || count_words(text.text) > AW_DIVISOR_MOST_STEPS) {
		aw_str_finish(&text);
		return NULL;
	}
	return aw_need(text.text), text.text;
}

static struct divisor *find_divisor(struct dividing *d, const char *text)
{
	for (size_t i = 0; i < d->divisors.count; i++)
		if (!strcmp(d->divisors.items[i].text, text))
			return &d->divisors.items[i];
	return NULL;
}

// Collects the divisors of the kernel, of numbers that differ among threads, and says whether it is to have an entry.
static bool collect(struct dividing *d)
{
	unsigned instructions = 0;
	AW_FOR_BLOCKS(block, d->function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			instructions++;
			bool worth = aw_is_division(instruction) && !is_decided(d, LLVMGetOperand(instruction, 0));
			char *text = worth ? describe(d, instruction) : NULL;
			if (!text || find_divisor(d, text) || d->divisors.count == AW_DIVIDED_MOST) {
				free(text);
				continue;
			}
			aw_need(aw_vec_push(&d->divisors, ((struct divisor){ text, LLVMTypeOf(instruction), *text == 's', NULL, NULL, NULL })));
		}
	return d->divisors.count && instructions <= MOST_INSTRUCTIONS;
}

// --- the entry ---

static bool is_wide(const struct divisor *divisor)
{
	return LLVMGetIntTypeWidth(divisor->type) == 64;
}

static LLVMTypeRef type_of_entry(const struct dividing *d)
{
	LLVMTypeRef types[MOST_PARAMETERS + 3 * AW_DIVIDED_MOST];
	unsigned count = LLVMCountParams(d->function);
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(LLVMGetParam(d->function, i));
	for (size_t i = 0; i < d->divisors.count; i++) {
		types[count++] = d->divisors.items[i].type;
		if (d->divisors.items[i].is_signed)
			types[count++] = LLVMInt32TypeInContext(d->unit->context);
		if (is_wide(&d->divisors.items[i]))
			types[count++] = LLVMInt32TypeInContext(d->unit->context);
	}
	return LLVMFunctionType(LLVMVoidTypeInContext(d->unit->context), types, count, false);
}

static void name_arguments(struct dividing *d, LLVMValueRef entry, unsigned next)
{
	for (size_t i = 0; i < d->divisors.count; i++) {
		struct divisor *divisor = &d->divisors.items[i];
		divisor->factor = LLVMGetParam(entry, next++);
		divisor->shift = divisor->is_signed ? LLVMGetParam(entry, next++) : NULL;
		divisor->narrow = is_wide(divisor) ? LLVMGetParam(entry, next++) : NULL;
	}
}

struct annotation {
	struct aw_unit *unit;
	LLVMValueRef kernel, entry;
};

// Says of the entry what a node of nvvm.annotations says of the kernel.
static void annotate(void *user, LLVMValueRef *operands, unsigned count)
{
	const struct annotation *annotation = user;
	if (!count || operands[0] != annotation->kernel)
		return;
	operands[0] = annotation->entry;
	LLVMAddNamedMetadataOperand(annotation->unit->module, "nvvm.annotations",
	                            LLVMMDNodeInContext(annotation->unit->context, operands, count));
}

// Makes the entry NAME with the kernel's body.
static LLVMValueRef make_entry(struct dividing *d, const char *name)
{
	unsigned count = LLVMCountParams(d->function);
	LLVMValueRef copy = aw_llvm_copy_function(d->function, ""), entry = LLVMAddFunction(d->unit->module, "", type_of_entry(d));
	aw_llvm_move_body(entry, copy, 0);
	LLVMDeleteFunction(copy);
	LLVMSetValueName2(entry, name, strlen(name));
	LLVMSetFunctionCallConv(entry, AW_NVPTX_KERNEL);
	LLVMSetLinkage(entry, LLVMGetLinkage(d->function));
	struct annotation annotation = { d->unit, d->function, entry };
	aw_llvm_visit_metadata(d->unit->module, "nvvm.annotations", annotate, &annotation);
	aw_need(aw_vec_push(&d->unit->entries, entry));
	name_arguments(d, entry, count);
	return entry;
}

// --- arithmetic ---

// The upper half of A * B, by an intrinsic that LLVM doesn't take apart: where it knows a number to be small it would make a product of 64
// bits, which the back end, one block at a time, doesn't know to be of 32.
static LLVMValueRef build_high(const struct dividing *d, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
	bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(a)) == 32;
	static const char *const names[2][2] = { { "llvm.nvvm.mulhi.ull", "llvm.nvvm.mulhi.ll" }, { "llvm.nvvm.mulhi.ui", "llvm.nvvm.mulhi.i" } };
	LLVMValueRef high = aw_llvm_intrinsic(d->unit->module, names[narrow][is_signed], NULL, 0);
	return LLVMBuildCall2(d->unit->builder, LLVMGlobalGetValueType(high), high, (LLVMValueRef[]){ a, b }, 2, "");
}

// X / Y, or with REST what is left of it.
static LLVMValueRef build_signed(const struct dividing *d, const struct divisor *divisor, LLVMValueRef x, LLVMValueRef y, bool rest)
{
	LLVMBuilderRef builder = d->unit->builder;
	LLVMValueRef top = LLVMConstInt(divisor->type, LLVMGetIntTypeWidth(divisor->type) - 1, false);
	LLVMValueRef shift = LLVMBuildZExtOrBitCast(builder, divisor->shift, divisor->type, "");
	LLVMValueRef high = build_high(d, x, divisor->factor, true);
	LLVMValueRef shifted = LLVMBuildAShr(builder, LLVMBuildAdd(builder, x, high, ""), shift, "");
	LLVMValueRef quotient = LLVMBuildAdd(builder, shifted, LLVMBuildLShr(builder, x, top, ""), "");
	return rest ? LLVMBuildSub(builder, x, LLVMBuildMul(builder, quotient, y, ""), "") : quotient;
}

// The same of unsigned numbers as wide as FACTOR; Y may be wider, and then the result is, too.
static LLVMValueRef build_unsigned(const struct dividing *d, LLVMValueRef factor, LLVMValueRef x, LLVMValueRef y, bool rest)
{
	LLVMBuilderRef builder = d->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(factor), made = LLVMTypeOf(y);
	LLVMValueRef lower = LLVMBuildTruncOrBitCast(builder, y, type, ""), quotient = build_high(d, x, factor, false);
	LLVMValueRef left = LLVMBuildSub(builder, x, LLVMBuildMul(builder, quotient, lower, ""), "");
	LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntUGE, LLVMBuildZExtOrBitCast(builder, left, made, ""), y, "");
	LLVMValueRef result = rest ? LLVMBuildSelect(builder, more, LLVMBuildSub(builder, left, lower, ""), left, "")
	                           : LLVMBuildAdd(builder, quotient, LLVMBuildZExt(builder, more, type, ""), "");
	return LLVMBuildZExtOrBitCast(builder, result, made, "");
}

static LLVMValueRef build_full(const struct dividing *d, const struct divisor *divisor, LLVMValueRef x, LLVMValueRef y, bool rest)
{
	return divisor->is_signed ? build_signed(d, divisor, x, y, rest) : build_unsigned(d, divisor->factor, x, y, rest);
}

static LLVMValueRef build_narrow(const struct dividing *d, const struct divisor *divisor, LLVMValueRef x, LLVMValueRef y, bool rest)
{
	LLVMValueRef lower = LLVMBuildTrunc(d->unit->builder, x, LLVMInt32TypeInContext(d->unit->context), "");
	return build_unsigned(d, divisor->narrow, lower, y, rest);
}

// By 32 bits if X turns out to have no more.  DIVISION is where it is wanted.
static LLVMValueRef build_either(const struct dividing *d, const struct divisor *divisor, LLVMValueRef division, bool rest)
{
	LLVMBuilderRef builder = d->unit->builder;
	LLVMValueRef x = LLVMGetOperand(division, 0), y = aw_plain_divisor(LLVMGetOperand(division, 1));
	LLVMBasicBlockRef before = LLVMGetInstructionParent(division), after = aw_llvm_split_before(division);
	LLVMBasicBlockRef few = LLVMInsertBasicBlockInContext(d->unit->context, after, "few.bits");
	LLVMBasicBlockRef many = LLVMInsertBasicBlockInContext(d->unit->context, after, "many.bits");
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(builder, before);
	LLVMValueRef most = LLVMConstInt(divisor->type, UINT32_MAX, false);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULE, x, most, ""), few, many);
	LLVMPositionBuilderAtEnd(builder, few);
	LLVMValueRef narrow = build_narrow(d, divisor, x, y, rest);
	LLVMBuildBr(builder, after);
	LLVMPositionBuilderAtEnd(builder, many);
	LLVMValueRef full = build_full(d, divisor, x, y, rest);
	LLVMBuildBr(builder, after);
	LLVMPositionBuilderBefore(builder, division);
	LLVMValueRef result = LLVMBuildPhi(builder, divisor->type, "");
	LLVMAddIncoming(result, (LLVMValueRef[]){ narrow, full }, (LLVMBasicBlockRef[]){ few, many }, 2);
	return result;
}

static bool has_few_bits(LLVMValueRef x)
{
	int64_t shift;
	return LLVMIsAZExtInst(x) || (aw_llvm_is_op(x, LLVMLShr) && aw_llvm_constant(LLVMGetOperand(x, 1), &shift) && shift >= 32);
}

// In the entry DIVISOR isn't 0.
static void drop_guards(struct dividing *d, LLVMValueRef divisor)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(d->unit->context);
	AW_FOR_USES(use, divisor) {
		LLVMValueRef user = LLVMGetUser(use);
		bool compares = LLVMIsAICmpInst(user) && LLVMIsNull(LLVMGetOperand(user, 1));
		LLVMIntPredicate predicate = compares ? LLVMGetICmpPredicate(user) : LLVMIntSGT;
		if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
			LLVMReplaceAllUsesWith(user, LLVMConstInt(bit, predicate == LLVMIntNE, false));
		else if (aw_plain_divisor(user) == divisor)
			LLVMReplaceAllUsesWith(user, divisor);
	}
}

static void divide(struct dividing *d, LLVMValueRef division)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
	char *text = describe(d, division);
	const struct divisor *divisor = text ? find_divisor(d, text) : NULL;
	free(text);
	if (!divisor)
		return;
	LLVMValueRef x = LLVMGetOperand(division, 0), y = aw_plain_divisor(LLVMGetOperand(division, 1));
	bool rest = opcode == LLVMSRem || opcode == LLVMURem;
	LLVMValueRef result;
	drop_guards(d, y);
	aw_llvm_at(d->unit->builder, division);
	if (!is_wide(divisor) || (d->straight && !has_few_bits(x)))
		result = build_full(d, divisor, x, y, rest);
	else if (has_few_bits(x))
		result = build_narrow(d, divisor, x, y, rest);
	else
		result = build_either(d, divisor, division, rest);
	aw_llvm_replace(division, result);
}

static void divide_all(struct dividing *d)
{
	enum { STRAIGHT_BLOCKS = 3 }; // a guard, what it guards, and the end
	AW_VEC(LLVMValueRef) divisions = { 0 };
	d->straight = LLVMCountBasicBlocks(d->function) <= STRAIGHT_BLOCKS;
	AW_FOR_BLOCKS(block, d->function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_is_division(instruction))
				aw_need(aw_vec_push(&divisions, instruction));
	for (size_t i = 0; i < divisions.count; i++)
		divide(d, divisions.items[i]);
	aw_vec_finish(&divisions);
	aw_llvm_run_function_passes(d->function, "early-cse,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,dce", d->unit->machine);
}

// --- kernels ---

static bool is_possible(const struct aw_unit *unit, const struct aw_unit_kernel *row)
{
	unsigned long long size = 0;
	bool possible = aw_llvm_is_defined(row->function) && !row->cluster[0] && !row->max_cluster &&
	                LLVMCountParams(row->function) <= MOST_PARAMETERS;
	for (unsigned i = 0; possible && i < LLVMCountParams(row->function); i++) {
		LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(row->function, i + 1, aw_llvm_attribute_kind("byval"));
		LLVMTypeRef type = byval ? LLVMGetTypeAttributeValue(byval) : LLVMTypeOf(LLVMGetParam(row->function, i));
		size += LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), type);
	}
	return possible && size <= MOST_BYTES;
}

// The line for the runtime, without what it begins with.
static char *tell(const struct dividing *d, const struct aw_unit_kernel *row)
{
	struct aw_str line = { 0 };
	aw_str_format(&line, "%s %u", row->name, LLVMCountParams(row->function));
	for (size_t i = 0; i < d->divisors.count; i++)
		aw_str_format(&line, " %s ;", d->divisors.items[i].text);
	aw_need(!line.failed);
	return line.text;
}

static bool divide_kernel(struct aw_unit *unit, size_t index)
{
	struct aw_unit_kernel *row = &unit->kernels.items[index];
	struct dividing d = { .unit = unit, .function = row->function };
	bool found = is_possible(unit, row) && collect(&d);
	if (found) {
		struct aw_unit_kernel entry = *row;
		entry.name = aw_format("%s" AW_DIVIDED_SUFFIX, row->name);
		aw_need(entry.name);
		row->divided = tell(&d, row);
		d.function = entry.function = make_entry(&d, entry.name);
		divide_all(&d);
		aw_need(aw_vec_push(&unit->kernels, entry));
	}
	for (size_t i = 0; i < d.divisors.count; i++)
		free(d.divisors.items[i].text);
	aw_vec_finish(&d.divisors);
	return found;
}

bool aw_pass_launch_divisors(struct aw_unit *unit)
{
	bool changed = false;
	size_t count = unit->kernels.count;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints || unit->request->relocatable)
		return false;
	for (size_t i = 0; i < count; i++)
		changed |= divide_kernel(unit, i);
	return changed;
}
