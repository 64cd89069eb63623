// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers and small edits on top of LLVM-C, each a few calls of it.
#include "llvm.h"

#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/map.h"
#include "../base/str.h"
#include "../base/vec.h"
#include "analysis/need.h"

const char *aw_llvm_name(LLVMValueRef value)
{
	size_t length = 0;
	return LLVMGetValueName2(value, &length);
}

bool aw_llvm_is_defined(LLVMValueRef function)
{
	return LLVMIsAFunction(function) && !LLVMIsDeclaration(function);
}

void aw_llvm_reach(LLVMBasicBlockRef from, struct aw_map *reached)
{
	if (aw_map_get(reached, from))
		return;
	aw_need(aw_map_put(reached, from, from));
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		aw_llvm_reach(LLVMGetSuccessor(end, i), reached);
}

LLVMValueRef aw_llvm_callee(LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction))
		return NULL;
	LLVMValueRef callee = LLVMGetCalledValue(instruction);
	return LLVMIsAFunction(callee) ? callee : NULL;
}

const char *aw_llvm_callee_name(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee ? aw_llvm_name(callee) : "";
}

LLVMValueRef aw_llvm_incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == from)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

LLVMValueRef aw_llvm_skip_phis(LLVMValueRef instruction)
{
	while (LLVMIsAPHINode(instruction))
		instruction = LLVMGetNextInstruction(instruction);
	return instruction;
}

LLVMValueRef aw_llvm_behind_locals(LLVMValueRef function)
{
	LLVMValueRef place = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
	while (aw_llvm_is_op(place, LLVMAlloca))
		place = LLVMGetNextInstruction(place);
	return place;
}

LLVMValueRef aw_llvm_first_after_phis(LLVMBasicBlockRef block)
{
	return aw_llvm_skip_phis(LLVMGetFirstInstruction(block));
}

LLVMValueRef aw_llvm_function_of(LLVMValueRef instruction)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

LLVMValueRef aw_llvm_find_instruction(LLVMValueRef function, bool (*is)(LLVMValueRef instruction))
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is(instruction))
				return instruction;
	return NULL;
}

size_t aw_llvm_count_instructions(LLVMValueRef function)
{
	size_t count = 0;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			count++;
	return count;
}

bool aw_llvm_is_vector(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

LLVMTypeRef aw_llvm_element_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

LLVMTypeRef aw_llvm_bits_type(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(aw_llvm_element_of(type));
	unsigned bits = kind == LLVMDoubleTypeKind ? 64 : kind == LLVMFloatTypeKind ? 32 : 16;
	LLVMTypeRef element = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits);
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(type)) : element;
}

unsigned aw_llvm_integer_bits(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool aw_llvm_is_float(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMFloatTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

LLVMValueRef aw_llvm_address(LLVMValueRef access)
{
	if (aw_llvm_is_op(access, LLVMLoad))
		return LLVMGetOperand(access, 0);
	return aw_llvm_is_op(access, LLVMStore) ? LLVMGetOperand(access, 1) : NULL;
}

bool aw_llvm_is_plain(LLVMValueRef access)
{
	return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

bool aw_llvm_is_fma(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMCall) && aw_starts_with(aw_llvm_callee_name(value), "llvm.fma.");
}

static unsigned invariant_kind(LLVMContextRef context)
{
	static const char name[] = "invariant.load";
	return LLVMGetMDKindIDInContext(context, name, sizeof(name) - 1);
}

void aw_llvm_mark_invariant(LLVMValueRef load)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(load));
	LLVMSetMetadata(load, invariant_kind(context), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

bool aw_llvm_is_invariant(LLVMValueRef load)
{
	return LLVMGetMetadata(load, invariant_kind(LLVMGetTypeContext(LLVMTypeOf(load)))) != NULL;
}

bool aw_llvm_constant(LLVMValueRef value, int64_t *number)
{
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*number = LLVMConstIntGetSExtValue(value);
	return true;
}

int64_t aw_llvm_sign_extended(uint64_t number, unsigned bits)
{
	assert(bits >= 1 && bits <= 64);
	return (int64_t)(number << (64 - bits)) >> (64 - bits);
}

bool aw_llvm_is_op(LLVMValueRef value, LLVMOpcode opcode)
{
	if (LLVMIsAInstruction(value))
		return LLVMGetInstructionOpcode(value) == opcode;
	return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == opcode;
}

bool aw_llvm_is_multiple(LLVMValueRef value, int64_t *factor)
{
	enum { MOST_BITS = 32 };
	bool shifts = aw_llvm_is_op(value, LLVMShl);
	if ((!shifts && !aw_llvm_is_op(value, LLVMMul)) || !aw_llvm_constant(LLVMGetOperand(value, 1), factor))
		return false;
	if (!shifts)
		return true;
	bool fits = *factor >= 0 && *factor < MOST_BITS;
	*factor = fits ? INT64_C(1) << *factor : 0;
	return fits;
}

bool aw_llvm_never_wraps(LLVMValueRef value, bool is_signed)
{
	return is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
}

LLVMValueRef aw_llvm_object(LLVMValueRef pointer)
{
	while (aw_llvm_is_op(pointer, LLVMGetElementPtr) || aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

void aw_llvm_visit_metadata(LLVMModuleRef module, const char *name,
                            void (*visit)(void *user, LLVMValueRef *operands, unsigned count), void *user)
{
	unsigned node_count = LLVMGetNamedMetadataNumOperands(module, name);
	LLVMValueRef *nodes = AW_NEED_ARRAY(LLVMValueRef, node_count);
	LLVMGetNamedMetadataOperands(module, name, nodes);
	for (unsigned i = 0; i < node_count; i++) {
		unsigned count = LLVMGetMDNodeNumOperands(nodes[i]);
		LLVMValueRef *operands = AW_NEED_ARRAY(LLVMValueRef, count);
		LLVMGetMDNodeOperands(nodes[i], operands);
		visit(user, operands, count);
		free(operands);
	}
	free(nodes);
}

unsigned aw_llvm_argument_number(LLVMValueRef argument)
{
	LLVMValueRef function = LLVMGetParamParent(argument);
	unsigned number = 0;
	while (LLVMGetParam(function, number) != argument)
		number++;
	return number;
}

LLVMAttributeRef aw_llvm_argument_attribute(LLVMValueRef argument, const char *name)
{
	unsigned place = aw_llvm_argument_number(argument) + 1;
	return LLVMGetEnumAttributeAtIndex(LLVMGetParamParent(argument), place, aw_llvm_attribute_kind(name));
}

bool aw_llvm_are_restricted(LLVMValueRef a, LLVMValueRef b)
{
	return a != b && LLVMIsAArgument(a) && LLVMIsAArgument(b) &&
	       (aw_llvm_argument_attribute(a, "noalias") || aw_llvm_argument_attribute(b, "noalias"));
}

bool aw_llvm_is_by_value(LLVMValueRef pointer)
{
	return LLVMIsAArgument(pointer) && aw_llvm_argument_attribute(pointer, "byval");
}

bool aw_llvm_is_splat(LLVMValueRef vector)
{
	if (!LLVMIsAShuffleVectorInst(vector))
		return false;
	for (unsigned i = 0; i < LLVMGetNumMaskElements(vector); i++)
		if (LLVMGetMaskValue(vector, i) != 0)
			return false;
	return true;
}

LLVMValueRef aw_llvm_splat_scalar(LLVMValueRef vector)
{
	LLVMValueRef from = aw_llvm_is_splat(vector) ? LLVMGetOperand(vector, 0) : NULL;
	return from && LLVMIsAInsertElementInst(from) && LLVMIsNull(LLVMGetOperand(from, 2)) ? LLVMGetOperand(from, 1) : NULL;
}

LLVMValueRef aw_llvm_build_splat(LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef scalar)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
	LLVMValueRef one = LLVMBuildInsertElement(builder, LLVMGetPoison(type), scalar, LLVMConstNull(number), "");
	LLVMTypeRef order = LLVMVectorType(number, LLVMGetVectorSize(type));
	return LLVMBuildShuffleVector(builder, one, LLVMGetPoison(type), LLVMConstNull(order), "");
}

LLVMValueRef aw_llvm_same_scalar(LLVMValueRef vector)
{
	if (!LLVMIsAConstant(vector))
		return aw_llvm_splat_scalar(vector);
	LLVMValueRef first = LLVMGetAggregateElement(vector, 0);
	for (unsigned i = 1; first && i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++)
		if (LLVMGetAggregateElement(vector, i) != first)
			return NULL;
	return first;
}

static bool is_zero_gep(LLVMValueRef value)
{
	if (!aw_llvm_is_op(value, LLVMGetElementPtr))
		return false;
	for (int i = 1; i < LLVMGetNumOperands(value); i++) {
		LLVMValueRef index = LLVMGetOperand(value, (unsigned)i);
		if (!LLVMIsAConstantInt(index) || !LLVMIsNull(index))
			return false;
	}
	return true;
}

LLVMValueRef aw_llvm_strip_casts(LLVMValueRef pointer)
{
	while (aw_llvm_is_op(pointer, LLVMAddrSpaceCast) || aw_llvm_is_op(pointer, LLVMBitCast) ||
	       is_zero_gep(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

bool aw_llvm_is_among(const LLVMBasicBlockRef *blocks, size_t count, LLVMBasicBlockRef block)
{
	for (size_t i = 0; i < count; i++)
		if (blocks[i] == block)
			return true;
	return false;
}

LLVMValueRef aw_llvm_find_copied(const LLVMBasicBlockRef *blocks, const LLVMBasicBlockRef *copies, unsigned count, LLVMValueRef value)
{
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef other = LLVMGetFirstInstruction(copies[i]);
		AW_FOR_INSTRUCTIONS(instruction, blocks[i]) {
			if (instruction == value)
				return other;
			other = LLVMGetNextInstruction(other);
		}
	}
	return value;
}

bool aw_llvm_is_used_beyond(LLVMValueRef value, const LLVMBasicBlockRef *within, size_t count)
{
	AW_FOR_USES(use, value)
		if (!aw_llvm_is_among(within, count, LLVMGetInstructionParent(LLVMGetUser(use))))
			return true;
	return false;
}

void aw_llvm_replace_beyond(LLVMValueRef value, const LLVMBasicBlockRef *within, size_t count, LLVMValueRef with)
{
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		if (!aw_llvm_is_among(within, count, LLVMGetInstructionParent(LLVMGetUser(use))))
			aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t i = 0; i < users.count; i++)
		aw_llvm_replace_operand(users.items[i], value, with);
	aw_vec_finish(&users);
}

void aw_llvm_join_versions(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef slow, LLVMValueRef copy, LLVMBasicBlockRef fast,
                           LLVMBasicBlockRef behind, const LLVMBasicBlockRef *within, size_t count)
{
	if (!aw_llvm_is_used_beyond(value, within, count))
		return;
	LLVMValueRef values[] = { copy, value };
	LLVMBasicBlockRef from[] = { fast, slow };
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(behind));
	LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(value), "");
	aw_llvm_replace_beyond(value, within, count, phi);
	LLVMAddIncoming(phi, values, from, 2);
}

// LLVM-C gives file names with a length and without a NUL; metadata strings have one behind them in
// practice, but not by contract, so the text is interned as the identifier of a context string.
static const char *interned(LLVMContextRef context, const char *text, unsigned length)
{
	if (!text || !length)
		return "";
	unsigned found = 0;
	LLVMValueRef string = LLVMMetadataAsValue(context, LLVMMDStringInContext2(context, text, length));
	return LLVMGetMDString(string, &found);
}

static const char *file_of(LLVMContextRef context, LLVMMetadataRef location)
{
	LLVMMetadataRef file = location ? LLVMDIScopeGetFile(LLVMDILocationGetScope(location)) : NULL;
	unsigned length = 0;
	const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
	return interned(context, name, length);
}

// Whether FILE is a header of the toolkit, ours or clang's.
static bool is_toolkit_header(const char *file)
{
	return strstr(file, "include/anywarp/") || strstr(file, "include/cooperative_groups") ||
	       strstr(file, "/lib/clang/");
}

struct aw_place aw_llvm_place(LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction), caller = location;
	while (caller && is_toolkit_header(file_of(context, caller)))
		caller = LLVMDILocationGetInlinedAt(caller);
	if (caller)
		location = caller;
	struct aw_place place = {
		.file = file_of(context, location),
		.function = location ? aw_llvm_location_function(location) : aw_llvm_subprogram_name(instruction),
		.line = location ? LLVMDILocationGetLine(location) : 0,
	};
	if (!place.function)
		place.function = aw_llvm_name(aw_llvm_function_of(instruction));
	return place;
}

struct aw_place aw_llvm_definition_place(LLVMValueRef global)
{
	struct aw_place place = { .file = "", .function = aw_llvm_name(global) };
	bool described = LLVMIsAFunction(global) ? LLVMGetSubprogram(global) != NULL : false;
	if (!described)
		return place;
	unsigned length = 0;
	const char *file = LLVMGetDebugLocFilename(global, &length);
	place.file = interned(LLVMGetTypeContext(LLVMTypeOf(global)), file, length);
	place.line = LLVMGetDebugLocLine(global);
	return place;
}

unsigned aw_llvm_attribute_kind(const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	assert(kind != 0);
	return kind;
}

bool aw_llvm_has_attribute(LLVMValueRef function, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
	                                   aw_llvm_attribute_kind(name)) != NULL;
}

LLVMTypeRef aw_llvm_counted_type(LLVMValueRef address, unsigned index)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	for (unsigned i = 2; i <= index; i++) {
		bool member = LLVMGetTypeKind(type) == LLVMStructTypeKind;
		if (i == index && member)
			return NULL;
		type = member ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i)))
		              : LLVMGetElementType(type);
	}
	return type;
}

bool aw_llvm_has_no_memory(LLVMValueRef function)
{
	LLVMAttributeRef memory =
		LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("memory"));
	return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

void aw_llvm_add_attribute(LLVMValueRef function, LLVMAttributeIndex index, const char *name)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMAddAttributeAtIndex(function, index,
	                        LLVMCreateEnumAttribute(context, aw_llvm_attribute_kind(name), 0));
}

void aw_llvm_promise_no_effect(LLVMValueRef function)
{
	static const char *const promises[] = { "nounwind", "willreturn", "memory" }; // memory(none) is 0
	for (size_t i = 0; i < sizeof(promises) / sizeof(*promises); i++)
		if (!aw_llvm_has_attribute(function, promises[i]))
			aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, promises[i]);
}

void aw_llvm_copy_value_attributes(LLVMValueRef to, LLVMValueRef function)
{
	for (unsigned index = 0; index <= LLVMCountParams(function); index++) { // 0: of the result
		unsigned count = LLVMGetAttributeCountAtIndex(function, index);
		LLVMAttributeRef *attributes = AW_NEED_ARRAY(LLVMAttributeRef, count);
		LLVMGetAttributesAtIndex(function, index, attributes);
		for (unsigned i = 0; i < count; i++) {
			if (LLVMIsAFunction(to))
				LLVMAddAttributeAtIndex(to, index, attributes[i]);
			else
				LLVMAddCallSiteAttribute(to, index, attributes[i]);
		}
		free(attributes);
	}
}

static void mark_at(LLVMValueRef function, LLVMAttributeIndex index, const char *mark)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMAddAttributeAtIndex(function, index, LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark), "", 0));
}

static bool is_marked_at(LLVMValueRef function, LLVMAttributeIndex index, const char *mark)
{
	return LLVMGetStringAttributeAtIndex(function, index, mark, (unsigned)strlen(mark)) != NULL;
}

void aw_llvm_mark(LLVMValueRef function, const char *mark)
{
	mark_at(function, LLVMAttributeFunctionIndex, mark);
}

bool aw_llvm_is_marked(LLVMValueRef function, const char *mark)
{
	return is_marked_at(function, LLVMAttributeFunctionIndex, mark);
}

void aw_llvm_mark_argument(LLVMValueRef argument, const char *mark)
{
	mark_at(LLVMGetParamParent(argument), aw_llvm_argument_number(argument) + 1, mark);
}

bool aw_llvm_is_marked_argument(LLVMValueRef argument, const char *mark)
{
	return is_marked_at(LLVMGetParamParent(argument), aw_llvm_argument_number(argument) + 1, mark);
}

void aw_llvm_pass_by_value(LLVMValueRef argument, LLVMTypeRef type, unsigned alignment)
{
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMValueRef function = LLVMGetParamParent(argument);
	unsigned place = aw_llvm_argument_number(argument) + 1;
	LLVMAddAttributeAtIndex(function, place, LLVMCreateTypeAttribute(context, aw_llvm_attribute_kind("byval"), type));
	LLVMAddAttributeAtIndex(function, place, LLVMCreateEnumAttribute(context, aw_llvm_attribute_kind("align"), alignment));
}

const char *aw_llvm_constant_text(LLVMValueRef pointer)
{
	LLVMValueRef global = aw_llvm_strip_casts(pointer);
	LLVMValueRef bytes = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
	size_t length = 0;
	return bytes && LLVMIsConstantString(bytes) ? LLVMGetAsString(bytes, &length) : "";
}

static bool has_section(LLVMValueRef global)
{
	const char *section = LLVMGetSection(global);
	return section && *section;
}

LLVMValueRef aw_llvm_string(LLVMModuleRef module, const char *text)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMValueRef bytes = LLVMConstStringInContext2(context, text, strlen(text), false);
	// Constants are unique, so an earlier string is the global that has these bytes as initializer.  Texts of annotations, which
	// have a section, are no part of the program.
	AW_FOR_USES(use, bytes) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGlobalVariable(user) && LLVMGetGlobalParent(user) == module &&
		    LLVMGetLinkage(user) == LLVMPrivateLinkage && LLVMIsGlobalConstant(user) &&
		    LLVMGetPointerAddressSpace(LLVMTypeOf(user)) == 0 && !has_section(user))
			return user;
	}
	LLVMValueRef string = LLVMAddGlobal(module, LLVMTypeOf(bytes), "aw.text");
	LLVMSetInitializer(string, bytes);
	LLVMSetGlobalConstant(string, true);
	LLVMSetLinkage(string, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(string, LLVMGlobalUnnamedAddr);
	return string;
}

LLVMValueRef aw_llvm_local(LLVMValueRef function, LLVMTypeRef type, const char *name)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
	LLVMValueRef first = LLVMGetFirstInstruction(entry);
	if (first)
		LLVMPositionBuilderBefore(builder, first);
	else
		LLVMPositionBuilderAtEnd(builder, entry);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef local = LLVMBuildAlloca(builder, type, name);
	LLVMDisposeBuilder(builder);
	return local;
}

static unsigned note_kind(LLVMValueRef instruction, const char *name)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)), name, (unsigned)strlen(name));
}

void aw_llvm_note(LLVMValueRef instruction, const char *name, LLVMValueRef value)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
	LLVMMetadataRef operand = value ? LLVMValueAsMetadata(value) : NULL;
	LLVMValueRef node = value ? LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &operand, 1)) : NULL;
	LLVMSetMetadata(instruction, note_kind(instruction, name), node);
}

LLVMValueRef aw_llvm_noted(LLVMValueRef instruction, const char *name)
{
	LLVMValueRef node = LLVMGetMetadata(instruction, note_kind(instruction, name)), value = NULL;
	if (!node)
		return NULL;
	assert(LLVMGetMDNodeNumOperands(node) == 1);
	LLVMGetMDNodeOperands(node, &value);
	return value;
}

void aw_llvm_set_range(LLVMValueRef instruction, uint64_t low, uint64_t above)
{
	LLVMTypeRef type = LLVMTypeOf(instruction);
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMMetadataRef ends[] = { LLVMValueAsMetadata(LLVMConstInt(type, low, false)), LLVMValueAsMetadata(LLVMConstInt(type, above, false)) };
	LLVMSetMetadata(instruction, LLVMGetMDKindIDInContext(context, "range", 5),
	                LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, ends, 2)));
}

LLVMValueRef aw_llvm_declare(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	return function ? function : LLVMAddFunction(module, name, type);
}

void aw_llvm_internalize(LLVMValueRef global)
{
	if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) == LLVMPrivateLinkage)
		return;
	LLVMSetComdat(global, NULL);
	LLVMSetLinkage(global, LLVMInternalLinkage);
	LLVMSetVisibility(global, LLVMDefaultVisibility);
}

LLVMValueRef aw_llvm_intrinsic(LLVMModuleRef module, const char *name, LLVMTypeRef *types, size_t count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	assert(id != 0 && "LLVM has no intrinsic of this name");
	return LLVMGetIntrinsicDeclaration(module, id, types, count);
}

LLVMValueRef aw_llvm_other_operand(LLVMValueRef instruction, LLVMValueRef operand)
{
	return LLVMGetOperand(instruction, LLVMGetOperand(instruction, 0) == operand);
}

LLVMValueRef aw_llvm_elements(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned count)
{
	enum { MOST = 64 }; // bytes of the widest register
	LLVMValueRef numbers[MOST];
	LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
	assert(count <= MOST && first + count <= LLVMGetVectorSize(LLVMTypeOf(vector)));
	for (unsigned i = 0; i < count; i++)
		numbers[i] = LLVMConstInt(type, first + i, false);
	return LLVMBuildShuffleVector(builder, vector, vector, LLVMConstVector(numbers, count), "");
}

static LLVMValueRef join_two(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b)
{
	enum { MOST = 256 };
	LLVMValueRef numbers[MOST];
	LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
	unsigned count = 2 * LLVMGetVectorSize(LLVMTypeOf(a));
	assert(count <= MOST && LLVMTypeOf(a) == LLVMTypeOf(b));
	for (unsigned i = 0; i < count; i++)
		numbers[i] = LLVMConstInt(type, i, false);
	return LLVMBuildShuffleVector(builder, a, b, LLVMConstVector(numbers, count), "");
}

LLVMValueRef aw_llvm_join(LLVMBuilderRef builder, LLVMValueRef *parts, unsigned count)
{
	assert(count && !(count & (count - 1)));
	for (; count > 1; count /= 2)
		for (unsigned i = 0; i < count / 2; i++)
			parts[i] = join_two(builder, parts[2 * i], parts[2 * i + 1]);
	return parts[0];
}

static const char *const ALIASING[] = { "tbaa", "alias.scope", "noalias" };
enum { ALIASING_KINDS = sizeof(ALIASING) / sizeof(*ALIASING) };

static unsigned aliasing_kind(LLVMValueRef access, unsigned number)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(access)), ALIASING[number], (unsigned)strlen(ALIASING[number]));
}

void aw_llvm_copy_aliasing(LLVMValueRef to, LLVMValueRef from)
{
	for (unsigned i = 0; i < ALIASING_KINDS; i++) {
		unsigned kind = aliasing_kind(from, i);
		LLVMValueRef node = LLVMGetMetadata(from, kind);
		if (node)
			LLVMSetMetadata(to, kind, node);
	}
}

void aw_llvm_forget_aliasing(LLVMValueRef access)
{
	for (unsigned i = 0; i < ALIASING_KINDS; i++)
		LLVMSetMetadata(access, aliasing_kind(access, i), NULL);
}

LLVMValueRef aw_llvm_number(LLVMTypeRef type, uint64_t number)
{
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMConstInt(type, number, false);
	LLVMValueRef items[64];
	unsigned count = LLVMGetVectorSize(type);
	assert(count <= 64);
	for (unsigned i = 0; i < count; i++)
		items[i] = LLVMConstInt(LLVMGetElementType(type), number, false);
	return LLVMConstVector(items, count);
}

void aw_llvm_erase_unused(LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value) || aw_llvm_may_write(value) || LLVMIsALoadInst(value) || LLVMIsAPHINode(value) ||
	    LLVMIsACallInst(value))
		return;
	LLVMValueRef operands[3] = { NULL };
	for (int i = 0; i < LLVMGetNumOperands(value) && i < 3; i++)
		operands[i] = LLVMGetOperand(value, (unsigned)i);
	aw_llvm_erase(value);
	for (int i = 0; i < 3; i++)
		if (operands[i] && (i == 0 || operands[i] != operands[0]))
			aw_llvm_erase_unused(operands[i]);
}

void aw_llvm_replace(LLVMValueRef instruction, LLVMValueRef value)
{
	assert(value || !LLVMGetFirstUse(instruction));
	if (value)
		LLVMReplaceAllUsesWith(instruction, value);
	aw_llvm_erase(instruction);
}

void aw_llvm_replace_operand(LLVMValueRef instruction, LLVMValueRef value, LLVMValueRef with)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
		if (LLVMGetOperand(instruction, i) == value)
			LLVMSetOperand(instruction, i, with);
}

LLVMIntPredicate aw_llvm_turned(LLVMIntPredicate predicate)
{
	static const LLVMIntPredicate other[] = {
		[LLVMIntUGT - LLVMIntEQ] = LLVMIntULT, [LLVMIntUGE - LLVMIntEQ] = LLVMIntULE,
		[LLVMIntULT - LLVMIntEQ] = LLVMIntUGT, [LLVMIntULE - LLVMIntEQ] = LLVMIntUGE,
		[LLVMIntSGT - LLVMIntEQ] = LLVMIntSLT, [LLVMIntSGE - LLVMIntEQ] = LLVMIntSLE,
		[LLVMIntSLT - LLVMIntEQ] = LLVMIntSGT, [LLVMIntSLE - LLVMIntEQ] = LLVMIntSGE,
	};
	return predicate <= LLVMIntNE ? predicate : other[predicate - LLVMIntEQ];
}

LLVMIntPredicate aw_llvm_unsigned(LLVMIntPredicate predicate)
{
	return predicate >= LLVMIntSGT ? predicate - LLVMIntSGT + LLVMIntUGT : predicate;
}

LLVMIntPredicate aw_llvm_opposite(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntSLT: return LLVMIntSGE;
	case LLVMIntSLE: return LLVMIntSGT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntEQ: return LLVMIntNE;
	default: return LLVMIntEQ;
	}
}

LLVMValueRef aw_llvm_only_user(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

bool aw_llvm_is_extension(LLVMValueRef value)
{
	return LLVMIsASExtInst(value) || LLVMIsAZExtInst(value);
}

LLVMValueRef aw_llvm_without_extension(LLVMValueRef value)
{
	while (aw_llvm_is_extension(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

bool aw_llvm_comes_up_to(LLVMValueRef instruction, LLVMValueRef other)
{
	while (instruction && instruction != other)
		instruction = LLVMGetNextInstruction(instruction);
	return instruction != NULL;
}

bool aw_llvm_has_operands_of(LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
			return false;
	return true;
}

bool aw_llvm_is_alike(LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b))
		return false;
	if (LLVMIsACallInst(a))
		return LLVMGetCalledValue(a) == LLVMGetCalledValue(b) && LLVMGetFastMathFlags(a) == LLVMGetFastMathFlags(b);
	if (LLVMIsAICmpInst(a))
		return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
	if (LLVMIsAFCmpInst(a) && LLVMGetFCmpPredicate(a) != LLVMGetFCmpPredicate(b))
		return false;
	if (LLVMIsACastInst(a) && LLVMTypeOf(LLVMGetOperand(a, 0)) != LLVMTypeOf(LLVMGetOperand(b, 0)))
		return false;
	return !LLVMCanValueUseFastMathFlags(a) || LLVMGetFastMathFlags(a) == LLVMGetFastMathFlags(b);
}

void aw_llvm_lead_to(LLVMBasicBlockRef from, LLVMBasicBlockRef old, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == old)
			LLVMSetSuccessor(end, i, to);
}

LLVMBasicBlockRef aw_llvm_only_way_to(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	return use && !LLVMGetNextUse(use) ? LLVMGetInstructionParent(LLVMGetUser(use)) : NULL;
}

void aw_llvm_end_anew(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMValueRef test, LLVMBasicBlockRef then,
                      LLVMBasicBlockRef otherwise)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	aw_llvm_at(builder, end);
	if (test)
		LLVMBuildCondBr(builder, test, then, otherwise);
	else
		LLVMBuildBr(builder, then);
	aw_llvm_erase(end);
}

bool aw_llvm_leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == to)
			return true;
	return false;
}

LLVMValueRef aw_llvm_ask(LLVMBuilderRef builder, LLVMModuleRef module, const char *name)
{
	LLVMValueRef function = aw_llvm_intrinsic(module, name, NULL, 0);
	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
}

LLVMValueRef aw_llvm_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                          unsigned count)
{
	LLVMTypeRef types[16];
	assert(count <= sizeof(types) / sizeof(*types));
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
	return LLVMBuildCall2(builder, type, aw_llvm_declare(module, name, type), arguments, count, "");
}

LLVMValueRef aw_llvm_ask_number(LLVMBuilderRef builder, LLVMModuleRef module, const char *name)
{
	return aw_llvm_call(builder, module, name, LLVMInt32TypeInContext(LLVMGetModuleContext(module)), NULL, 0);
}

LLVMValueRef aw_llvm_through_assembly(LLVMBuilderRef builder, LLVMValueRef value, const char *constraints, bool stays)
{
	LLVMTypeRef own = LLVMTypeOf(value), type = LLVMFunctionType(own, &own, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, constraints, strlen(constraints), stays, false, LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(builder, type, nothing, &value, 1, "");
}

void aw_llvm_at(LLVMBuilderRef builder, LLVMValueRef instruction)
{
	assert(LLVMIsAInstruction(instruction));
	LLVMPositionBuilderBefore(builder, instruction);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
}

bool aw_llvm_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine)
{
	return aw_llvm_run_pipeline(module, passes, machine, true);
}

bool aw_llvm_run_pipeline(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine, bool unroll)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMPassBuilderOptionsSetLoopUnrolling(options, unroll);
	LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return true;
	char *text = LLVMGetErrorMessage(error);
	aw_error("compiler", "LLVM passes %s: %s", passes, text);
	LLVMDisposeErrorMessage(text);
	return false;
}

static void configure(void)
{
	// No target has the C compilers' run-time library: 128-bit division and conversion are done in place.
	// A prologue behind code that is run first may have a loop that probes a large frame, for which LLVM takes r11 even where
	// it holds a value.  For AArch64, LLVM 19 drops the status of the exclusive stores of atomics that it makes compare and
	// swap loops of (floats, atomicInc): a store that failed then counts as done.  The order of instructions is in llvm_extra.cpp.
	static const char *const options[] = { "anywarp", "-expand-div-rem-bits=64", "-expand-fp-convert-bits=64",
	                                       "-enable-shrink-wrap=false", "-aarch64-enable-dead-defs=false",
	                                       "-pre-RA-sched=anywarp" };
	LLVMParseCommandLineOptions(sizeof(options) / sizeof(*options), options, NULL);
}

void aw_llvm_configure(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, configure);
}
