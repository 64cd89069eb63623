// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches in device code.  What clang makes of `kernel<<<grid, block, shared, stream>>>(a, b)` is meant for a host, where
// the kernel's name stands for a function that launches it:
//
//     %refused = call i32 @__cudaPushCallConfiguration(ptr byval grid, ptr byval block, i64 shared, ptr stream)
//     br (%refused != 0), end, launch
// launch:
//     ...                            ; computes the arguments
//     call void %kernel(a, b)        ; the last call in front of `end`
//     br end
//
// Here the call becomes one of __aw_device_launch (include/anywarp/device_launch.h), to which the arguments are given
// in memory as a kernel's parameters lie there (kernel_entry.c).
#include <assert.h>

#include "../pipeline.h"

enum { GRID, BLOCK, SHARED, STREAM, SHAPE_SIZE = 7, SHAPE_ALIGNMENT, SHAPE_WORDS };

static LLVMTypeRef word_type(struct aw_unit *unit)
{
	return LLVMInt32TypeInContext(unit->context);
}

static LLVMTypeRef pointer_type(struct aw_unit *unit)
{
	return LLVMPointerTypeInContext(unit->context, 0);
}

// A variable of the function that INSTRUCTION belongs to; BUILDER stands before INSTRUCTION afterwards.
static LLVMValueRef variable_at(struct aw_unit *unit, LLVMValueRef instruction, LLVMTypeRef type, unsigned alignment)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(aw_llvm_function_of(instruction));
	LLVMPositionBuilderBefore(unit->builder, LLVMGetFirstInstruction(entry));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef variable = LLVMBuildAlloca(unit->builder, type, "");
	LLVMSetAlignment(variable, alignment);
	aw_llvm_at(unit->builder, instruction);
	return variable;
}

// The address of byte OFFSET behind POINTER.
static LLVMValueRef behind(struct aw_unit *unit, LLVMValueRef pointer, uint64_t offset)
{
	LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(unit->context), offset, false);
	return LLVMBuildInBoundsGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), pointer, &index, 1, "");
}

static void put_word(struct aw_unit *unit, LLVMValueRef shape, unsigned index, LLVMValueRef word)
{
	LLVMBuildStore(unit->builder, word, behind(unit, shape, index * 4));
}

// The shape as far as the configuration tells it.
static LLVMValueRef make_shape(struct aw_unit *unit, LLVMValueRef configuration)
{
	LLVMValueRef shape = variable_at(unit, configuration, LLVMArrayType2(word_type(unit), SHAPE_WORDS), 4);
	for (unsigned i = 0; i < 6; i++) {
		LLVMValueRef from = LLVMGetOperand(configuration, i < 3 ? GRID : BLOCK);
		put_word(unit, shape, i, LLVMBuildLoad2(unit->builder, word_type(unit), behind(unit, from, i % 3 * 4), ""));
	}
	put_word(unit, shape, 6, LLVMBuildTrunc(unit->builder, LLVMGetOperand(configuration, SHARED), word_type(unit), ""));
	return shape;
}

// The call of the kernel behind CONFIGURATION, NULL when the code isn't clang's.
static LLVMValueRef find_launch(LLVMValueRef configuration)
{
	LLVMUseRef use = LLVMGetFirstUse(configuration);
	LLVMValueRef test = use ? LLVMGetUser(use) : NULL;
	LLVMValueRef branch = test ? LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(test)) : NULL;
	if (!branch || LLVMGetNumSuccessors(branch) != 2)
		return NULL;
	LLVMValueRef end = LLVMBasicBlockAsValue(LLVMGetSuccessor(branch, 0));
	AW_FOR_USES(way, end) {
		LLVMValueRef at = LLVMGetUser(way);
		while (at && at != branch && (!LLVMIsACallInst(at) || LLVMIsAIntrinsicInst(at)))
			at = LLVMGetPreviousInstruction(at);
		if (at && at != branch)
			return at;
	}
	return NULL;
}

struct argument {
	LLVMValueRef value;
	LLVMTypeRef type;     // in memory
	bool by_value;        // VALUE points to it
	unsigned alignment;
};

static struct argument argument_of(struct aw_unit *unit, LLVMValueRef call, unsigned index)
{
	LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, index + 1, aw_llvm_attribute_kind("byval"));
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, aw_llvm_attribute_kind("align"));
	struct argument argument = { .value = LLVMGetOperand(call, index), .by_value = by_value != NULL };
	argument.type = by_value ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(argument.value);
	argument.alignment = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(unit->module), argument.type);
	if (by_value && align)
		argument.alignment = (unsigned)LLVMGetEnumAttributeValue(align);
	return argument;
}

static void store_argument(struct aw_unit *unit, const struct argument *argument, LLVMValueRef place)
{
	if (argument->by_value) {
		uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), argument->type);
		LLVMBuildMemCpy(unit->builder, place, argument->alignment, argument->value, argument->alignment,
		                LLVMConstInt(LLVMInt64TypeInContext(unit->context), size, false));
		return;
	}
	LLVMTypeRef byte = LLVMInt8TypeInContext(unit->context);
	bool truth = argument->type == LLVMInt1TypeInContext(unit->context);
	LLVMValueRef value = truth ? LLVMBuildZExt(unit->builder, argument->value, byte, "") : argument->value;
	LLVMSetAlignment(LLVMBuildStore(unit->builder, value, place), argument->alignment);
}

// Stores the arguments of CALL one behind the other, and where each lies; *SIZE and *ALIGNMENT are those of all.
static LLVMValueRef store_arguments(struct aw_unit *unit, LLVMValueRef call, uint64_t *size, unsigned *alignment)
{
	unsigned count = LLVMGetNumArgOperands(call);
	uint64_t end = 0, offset = 0;
	*alignment = 1;
	for (unsigned i = 0; i < count; i++) {
		struct argument argument = argument_of(unit, call, i);
		*alignment = argument.alignment > *alignment ? argument.alignment : *alignment;
		end = (end + argument.alignment - 1) / argument.alignment * argument.alignment;
		end += LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), argument.type);
	}
	LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(unit->context), end ? end : 1);
	LLVMValueRef values = variable_at(unit, call, bytes, *alignment > 16 ? *alignment : 16);
	LLVMValueRef places = variable_at(unit, call, LLVMArrayType2(pointer_type(unit), count ? count : 1), 8);
	for (unsigned i = 0; i < count; i++) {
		struct argument argument = argument_of(unit, call, i);
		offset = (offset + argument.alignment - 1) / argument.alignment * argument.alignment;
		LLVMValueRef place = behind(unit, values, offset);
		store_argument(unit, &argument, place);
		LLVMBuildStore(unit->builder, place, behind(unit, places, i * 8));
		offset += LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), argument.type);
	}
	assert(offset == end);
	*size = end;
	return places;
}

static void lower(struct aw_unit *unit, LLVMValueRef configuration)
{
	LLVMValueRef call = find_launch(configuration);
	if (!call) {
		aw_unit_error(unit, configuration, "this use of __cudaPushCallConfiguration in device code is no launch");
		return;
	}
	LLVMValueRef shape = make_shape(unit, configuration), stream = LLVMGetOperand(configuration, STREAM);
	uint64_t size;
	unsigned alignment;
	LLVMValueRef places = store_arguments(unit, call, &size, &alignment);
	put_word(unit, shape, SHAPE_SIZE, LLVMConstInt(word_type(unit), size, false));
	put_word(unit, shape, SHAPE_ALIGNMENT, LLVMConstInt(word_type(unit), alignment, false));
	LLVMTypeRef pointer = pointer_type(unit), types[] = { pointer, pointer, pointer, pointer };
	LLVMTypeRef type = LLVMFunctionType(word_type(unit), types, 4, false);
	LLVMValueRef arguments[] = { LLVMGetCalledValue(call), shape, stream, places };
	LLVMBuildCall2(unit->builder, type, aw_llvm_declare(unit->module, "__aw_device_launch", type), arguments, 4, "");
	aw_llvm_erase(call);
	aw_llvm_replace(configuration, LLVMConstInt(word_type(unit), 0, false));
}

bool aw_pass_lower_launches(struct aw_unit *unit)
{
	LLVMValueRef configure = LLVMGetNamedFunction(unit->module, "__cudaPushCallConfiguration");
	if (!configure)
		return false;
	for (LLVMUseRef use; unit->status == AW_OK && (use = LLVMGetFirstUse(configure));)
		lower(unit, LLVMGetUser(use));
	if (unit->status == AW_OK)
		LLVMDeleteFunction(configure);
	return true;
}
