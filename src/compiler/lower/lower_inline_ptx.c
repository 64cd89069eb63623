// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline PTX on the CPU: the text of an asm statement is parsed and emitted as LLVM instructions in its
// place (src/compiler/ptx).  Operands $0, $1, … become PTX registers: outputs are variables, inputs are
// values, and an input tied to an output sets that variable first.  The math functions that this calls
// are undefined afterwards, so the device library is linked after this pass.
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "../analysis/need.h"
#include "../ptx/ptx_emit.h"
#include "../ptx/ptx_module.h"
#include "share_carry.h"

enum { MAX_OPERANDS = AW_PTX_MAX_PARAMETERS + 1 };

// One constraint of an asm statement, in LLVM's notation: "=r", "=&l", "f", "0", "~{memory}".
struct operand {
	bool is_output;
	int tied; // the output that an input shares its register with, or -1
};

struct statement {
	LLVMValueRef call;
	struct operand operands[MAX_OPERANDS];
	unsigned count; // without clobbers
	unsigned output_count;
	bool clobbers_memory;
	struct aw_ptx_register *outputs[MAX_OPERANDS];
};

static bool parse_constraint(struct aw_unit *unit, struct statement *statement, const char *text, size_t length)
{
	if (*text == '~') {
		statement->clobbers_memory |= length == strlen("~{memory}") && !memcmp(text, "~{memory}", length);
		return true;
	}
	struct operand operand = { .is_output = *text == '=', .tied = -1 };
	const char *letter = text + operand.is_output;
	while (letter < text + length && (*letter == '&' || *letter == '+'))
		letter++;
	if (isdigit((unsigned char)*letter))
		operand.tied = atoi(letter);
	else if (!strchr("rlhfdqnCbic", *letter) || letter == text + length) {
		aw_unit_error(unit, statement->call, "inline PTX: constraint \"%.*s\" is not supported on the CPU",
		              (int)length, text);
		return false;
	}
	if (statement->count == MAX_OPERANDS) {
		aw_unit_error(unit, statement->call, "inline PTX: more than %d operands", MAX_OPERANDS);
		return false;
	}
	statement->output_count += operand.is_output;
	statement->operands[statement->count++] = operand;
	return true;
}

static bool parse_constraints(struct aw_unit *unit, struct statement *statement, const char *text, size_t length)
{
	const char *end = text + length;
	while (text < end) {
		const char *comma = memchr(text, ',', (size_t)(end - text));
		size_t size = (size_t)((comma ? comma : end) - text);
		if (!parse_constraint(unit, statement, text, size))
			return false;
		text += size + 1;
	}
	return true;
}

// The text with "$$" as "$", and operands, "$3" or "${3:x}", as names "$3".
static char *expand_template(const char *text, size_t length)
{
	struct aw_str out = { 0 };
	for (size_t i = 0; i < length; i++) {
		if (text[i] != '$' || i + 1 == length) {
			aw_str_add_bytes(&out, text + i, 1);
		} else if (text[i + 1] == '$') {
			aw_str_add(&out, "$");
			i++;
		} else if (text[i + 1] == '{') {
			size_t digits = strspn(text + i + 2, "0123456789");
			aw_str_format(&out, "$%.*s", (int)digits, text + i + 2);
			while (i < length && text[i] != '}')
				i++;
		} else {
			aw_str_add_bytes(&out, text + i, 1);
		}
	}
	aw_str_add(&out, "");
	aw_need(!out.failed);
	return aw_str_take(&out);
}

static LLVMTypeRef output_type(const struct statement *statement, unsigned index)
{
	LLVMTypeRef type = LLVMTypeOf(statement->call);
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, index) : type;
}

static unsigned width_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind: return 16;
	case LLVMFloatTypeKind: return 32;
	case LLVMVectorTypeKind: return LLVMGetVectorSize(type) * width_of(LLVMGetElementType(type));
	default: return 64;
	}
}

static LLVMValueRef to_bits(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), bits = aw_ptx_int(emit, width_of(type));
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(emit->builder, value, bits, "");
	return LLVMBuildBitCast(emit->builder, value, bits, "");
}

static LLVMValueRef from_bits(struct aw_ptx_emit *emit, LLVMValueRef bits, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(emit->builder, bits, type, "");
	return LLVMBuildBitCast(emit->builder, bits, type, "");
}

// What ptx_module.c says of a function's body, or NULL.
static LLVMValueRef body_of(LLVMValueRef call)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
	return LLVMGetMetadata(call, LLVMGetMDKindIDInContext(context, AW_PTX_BODY, strlen(AW_PTX_BODY)));
}

// Where parameters and the result lie, each under its name.
static void declare_parameters(struct aw_ptx_emit *emit, LLVMValueRef call, LLVMValueRef body)
{
	unsigned count = LLVMGetMDNodeNumOperands(body);
	LLVMValueRef *parts = AW_NEED_ARRAY(LLVMValueRef, count);
	assert(count > LLVMGetNumArgOperands(call));
	LLVMGetMDNodeOperands(body, parts);
	emit->first_line = (unsigned)LLVMConstIntGetZExtValue(parts[0]) + 1;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		unsigned length;
		const char *text = LLVMGetMDString(parts[i + 1], &length);
		char *name = aw_format("%.*s", (int)length, text);
		aw_need(name && aw_vec_push(&emit->parser.words, name));
		aw_ptx_name_pointer(emit, name, LLVMGetOperand(LLVMGetOperand(call, i), 0));
	}
	free(parts);
}

// The name of operand NUMBER, kept by the parser.
static const char *operand_name(struct aw_ptx_emit *emit, unsigned number)
{
	char *name = aw_format("$%u", number);
	aw_need(name && aw_vec_push(&emit->parser.words, name));
	return name;
}

static void declare_operands(struct aw_ptx_emit *emit, struct statement *statement)
{
	unsigned argument = 0, output = 0;
	for (unsigned i = 0; i < statement->count; i++) {
		const struct operand *operand = &statement->operands[i];
		const char *name = operand_name(emit, i);
		if (operand->is_output) {
			unsigned bits = width_of(output_type(statement, output));
			statement->outputs[output++] = aw_ptx_declare(emit, name, bits);
			continue;
		}
		LLVMValueRef value = to_bits(emit, LLVMGetOperand(statement->call, argument++));
		if (operand->tied >= 0) {
			assert((unsigned)operand->tied < output && "tied to an output that comes before");
			LLVMBuildStore(emit->builder, value, statement->outputs[operand->tied]->slot);
			continue;
		}
		struct aw_ptx_register *input = aw_ptx_declare(emit, name, LLVMGetIntTypeWidth(LLVMTypeOf(value)));
		if (!LLVMIsConstant(value)) { // the statement may set it, which nobody sees outside
			LLVMBuildStore(emit->builder, value, input->slot);
			continue;
		}
		aw_llvm_erase(input->slot);
		input->slot = NULL;
		input->value = value;
	}
}

// What the asm statement returned, from the output variables.
static LLVMValueRef collect_outputs(struct aw_ptx_emit *emit, const struct statement *statement)
{
	LLVMTypeRef type = LLVMTypeOf(statement->call);
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	LLVMValueRef result = is_struct ? LLVMGetPoison(type) : NULL;
	assert(statement->output_count > 0 || LLVMGetTypeKind(type) == LLVMVoidTypeKind);
	for (unsigned i = 0; i < statement->output_count; i++) {
		const struct aw_ptx_register *output = statement->outputs[i];
		LLVMValueRef bits = LLVMBuildLoad2(emit->builder, aw_ptx_int(emit, output->bits), output->slot, "");
		LLVMValueRef value = from_bits(emit, bits, output_type(statement, i));
		result = is_struct ? LLVMBuildInsertValue(emit->builder, result, value, i, "") : value;
	}
	return result;
}

static void lower_statement(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef assembly = LLVMGetCalledValue(call);
	size_t length, constraint_length;
	const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
	const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &constraint_length);
	struct statement statement = { .call = call };
	if (!parse_constraints(unit, &statement, constraints, constraint_length))
		return;
	char *expanded = expand_template(text, length);
	struct aw_ptx_emit emit;
	aw_ptx_emit_init(&emit, unit, call, expanded);
	LLVMValueRef body = body_of(call);
	if (body)
		declare_parameters(&emit, call, body);
	else
		declare_operands(&emit, &statement);
	if (aw_ptx_emit_all(&emit)) {
		aw_ptx_leave_carry(&emit);
		// For the optimiser alone, which must not keep memory in registers over the statement.
		if (statement.clobbers_memory)
			LLVMBuildFence(emit.builder, LLVMAtomicOrderingAcquireRelease, true, "");
		aw_llvm_replace(call, collect_outputs(&emit, &statement));
	}
	aw_ptx_emit_finish(&emit);
	free(expanded);
}

bool aw_pass_lower_inline_ptx(struct aw_unit *unit)
{
	AW_VEC(LLVMValueRef) found = { 0 };
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (LLVMIsACallInst(instruction) && LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
					aw_need(aw_vec_push(&found, instruction));
	// Statements with errors stay as they are, so that all of them are told.
	for (size_t i = 0; i < found.count; i++)
		lower_statement(unit, found.items[i]);
	aw_share_carry(unit);
	bool changed = found.count > 0;
	aw_vec_finish(&found);
	return changed;
}
