// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry of a compiled form of a kernel, of whatever strategy:
//     void NAME(thread, parameters) { FUNCTION(thread, load parameters.a, load parameters.b, ...); }
// and where the parameters lie: each at its natural alignment in the order of declaration (CUDA C++
// Programming Guide, "Kernel parameters" of the driver API).  The buffer belongs to the launch and all
// its threads read it, so a struct parameter that the kernel may write, or may hand out the address of,
// is copied for each call; one that it only reads, or that is __grid_constant__ (grid_constants.c), stays where it is.
#include "kernel_entry.h"

#include <assert.h>
#include <stdlib.h>

#include "../analysis/need.h"

// What the device promises of the packed buffer.
enum { BUFFER_ALIGNMENT = 16 };
// What parameters that are to stay in place may want of it, tensor maps for one.
enum { IN_PLACE_ALIGNMENT = 64 };

struct parameter {
	LLVMTypeRef type; // of the value, or of the struct behind a byval pointer
	bool by_value;    // a struct
	uint32_t offset, size, alignment;
};

static struct parameter describe(LLVMValueRef function, unsigned index)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
	LLVMValueRef argument = LLVMGetParam(function, index);
	LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(function, index + 1, aw_llvm_attribute_kind("byval"));
	LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(function, index + 1, aw_llvm_attribute_kind("align"));
	struct parameter parameter = { .type = LLVMTypeOf(argument), .by_value = byval != NULL };
	if (byval)
		parameter.type = LLVMGetTypeAttributeValue(byval);
	parameter.size = (uint32_t)LLVMABISizeOfType(data, parameter.type);
	parameter.alignment = LLVMABIAlignmentOfType(data, parameter.type);
	if (byval && align)
		parameter.alignment = (uint32_t)LLVMGetEnumAttributeValue(align);
	return parameter;
}

bool aw_kernel_only_reads(LLVMValueRef pointer)
{
	AW_FOR_USES(use, pointer) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef callee = aw_llvm_callee(user);
		if (aw_llvm_is_op(user, LLVMLoad) && !LLVMGetVolatile(user))
			continue;
		if ((aw_llvm_is_op(user, LLVMGetElementPtr) || aw_llvm_is_op(user, LLVMAddrSpaceCast)) && aw_kernel_only_reads(user))
			continue;
		if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.memcpy.") &&
		    LLVMGetOperand(user, 0) != pointer)
			continue;
		return false;
	}
	return true;
}

static const char in_place[] = "aw.in_place";

void aw_kernel_keep_in_place(LLVMValueRef kernel, unsigned index)
{
	aw_llvm_mark_argument(LLVMGetParam(kernel, index), in_place);
}

bool aw_kernel_stays_in_place(LLVMValueRef parameter)
{
	return aw_llvm_is_marked_argument(parameter, in_place) || aw_kernel_only_reads(parameter);
}

static void mark_reads(LLVMValueRef pointer)
{
	AW_FOR_USES(use, pointer) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_is_op(user, LLVMLoad))
			aw_llvm_mark_invariant(user);
		else if (!LLVMIsACallInst(user))
			mark_reads(user);
	}
}

void aw_kernel_mark_reads(LLVMValueRef kernel, unsigned index)
{
	LLVMValueRef parameter = LLVMGetParam(kernel, index);
	if (!aw_llvm_is_by_value(parameter) || !aw_kernel_only_reads(parameter) || describe(kernel, index).alignment > IN_PLACE_ALIGNMENT)
		return;
	mark_reads(parameter);
	aw_kernel_keep_in_place(kernel, index);
}

static LLVMValueRef copy_struct(struct aw_unit *unit, const struct parameter *parameter, LLVMValueRef source)
{
	LLVMValueRef copy = LLVMBuildAlloca(unit->builder, parameter->type, "");
	LLVMSetAlignment(copy, parameter->alignment);
	unsigned known = parameter->alignment < BUFFER_ALIGNMENT ? parameter->alignment : BUFFER_ALIGNMENT;
	LLVMBuildMemCpy(unit->builder, copy, parameter->alignment, source, known,
	                LLVMConstInt(LLVMInt64TypeInContext(unit->context), parameter->size, false));
	return copy;
}

static LLVMValueRef load_scalar(struct aw_unit *unit, const struct parameter *parameter, LLVMValueRef source)
{
	LLVMValueRef load = LLVMBuildLoad2(unit->builder, parameter->type, source, "");
	LLVMSetAlignment(load, parameter->alignment < BUFFER_ALIGNMENT ? parameter->alignment : BUFFER_ALIGNMENT);
	aw_llvm_mark_invariant(load);
	return load;
}

// The value to pass for one parameter, whose struct then is an ordinary pointer for the kernel.
static LLVMValueRef pass(struct aw_unit *unit, LLVMValueRef function, unsigned index, LLVMValueRef buffer,
                         const struct parameter *parameter)
{
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(unit->context), parameter->offset, false);
	LLVMValueRef source = LLVMBuildInBoundsGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), buffer,
	                                            &offset, 1, "");
	if (!parameter->by_value)
		return load_scalar(unit, parameter, source);
	LLVMRemoveEnumAttributeAtIndex(function, index + 1, aw_llvm_attribute_kind("byval"));
	LLVMValueRef argument = LLVMGetParam(function, index);
	bool aligned = parameter->alignment <= (aw_llvm_is_marked_argument(argument, in_place) ? IN_PLACE_ALIGNMENT : BUFFER_ALIGNMENT);
	if (aligned && aw_kernel_stays_in_place(argument))
		return source;
	return copy_struct(unit, parameter, source);
}

static LLVMValueRef add_entry(struct aw_unit *unit, const char *name)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(unit->context, 0);
	LLVMTypeRef types[] = { pointer, pointer };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, 2, false);
	LLVMValueRef entry = LLVMAddFunction(unit->module, name, type);
	LLVMSetLinkage(entry, LLVMInternalLinkage);
	aw_llvm_add_attribute(entry, 1, "nonnull");
	aw_llvm_add_attribute(entry, 2, "readonly");
	aw_llvm_add_attribute(entry, LLVMAttributeFunctionIndex, "nounwind");
	LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, entry, "entry"));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	return entry;
}

// All BYTES of ENTRY's buffer are there, so what is in it may be loaded before it is asked for.
static void say_size(LLVMValueRef entry, uint32_t bytes)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(entry));
	unsigned there = aw_llvm_attribute_kind("dereferenceable"), align = aw_llvm_attribute_kind("align");
	if (bytes)
		LLVMAddAttributeAtIndex(entry, 2, LLVMCreateEnumAttribute(context, there, bytes));
	LLVMAddAttributeAtIndex(entry, 2, LLVMCreateEnumAttribute(context, align, BUFFER_ALIGNMENT));
}

// Finds the parameter's place behind the END of those before it.
static void place(struct parameter *parameter, uint32_t *end)
{
	assert(parameter->alignment > 0);
	parameter->offset = (*end + parameter->alignment - 1) / parameter->alignment * parameter->alignment;
	*end = parameter->offset + parameter->size;
}

void aw_kernel_note_parameters(struct aw_unit_kernel *kernel)
{
	assert(kernel->parameters.count == 0);
	for (unsigned i = 1; i < LLVMCountParams(kernel->function); i++) {
		struct parameter parameter = describe(kernel->function, i);
		place(&parameter, &kernel->parameter_size);
		struct aw_cpu_parameter record = { parameter.offset, parameter.size };
		aw_need(aw_vec_push(&kernel->parameters, record));
	}
}

// Has LLVM inline FUNCTION, which only its entry calls, before anything else.  By itself it would do so in the middle of its
// work and then begin anew: the entry's code would be simplified twice, which takes a third longer.
static void inline_early(const struct aw_unit *unit, LLVMValueRef function)
{
	LLVMUseRef use = LLVMGetFirstUse(function);
	if (aw_unit_opt_level(unit) && use && !LLVMGetNextUse(use) && !aw_llvm_has_attribute(function, "noinline"))
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "alwaysinline");
}

LLVMValueRef aw_kernel_entry(struct aw_unit *unit, LLVMValueRef function, const char *name)
{
	unsigned count = LLVMCountParams(function);
	assert(count > 0 && "thread_argument gave it its first");
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count);
	assert(!LLVMGetNamedFunction(unit->module, name));
	LLVMValueRef entry = add_entry(unit, name);
	uint32_t end = 0;
	arguments[0] = LLVMGetParam(entry, 0);
	for (unsigned i = 1; i < count; i++) {
		struct parameter parameter = describe(function, i);
		place(&parameter, &end);
		arguments[i] = pass(unit, function, i, LLVMGetParam(entry, 1), &parameter);
	}
	say_size(entry, end);
	LLVMSetCurrentDebugLocation2(unit->builder, aw_llvm_describe_wrapper(entry, function));
	LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
	LLVMBuildRetVoid(unit->builder);
	free(arguments);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	inline_early(unit, function);
	return entry;
}
