// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVVM IR differs from what clang emits in a few intrinsics: those of warps have the mode as an argument and give a pair,
// and one barrier has its first name (NVVM IR Specification, "Intrinsic Functions").  Structures are arguments as they are.  Programs
// find all variables of a module by their names, also internal ones.
#include "nvvm_module.h"

#include <string.h>

#include <llvm-c/IRReader.h>

#include "../analysis/need.h"
#include "../target/nvptx.h"
#include "nvvm_text.h"

#define TRIPLE "nvptx64-nvidia-cuda"
#define LAYOUT "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

LLVMModuleRef aw_nvvm_read_text(LLVMContextRef context, const char *name, const char *text, size_t size, struct aw_str *error)
{
	struct aw_str opaque = { 0 };
	aw_nvvm_make_opaque(text, strnlen(text, size), &opaque);
	aw_need(!opaque.failed);
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(opaque.text ? opaque.text : "", opaque.length, name);
	aw_str_finish(&opaque);
	LLVMModuleRef module = NULL;
	char *message = NULL;
	if (LLVMParseIRInContext(context, buffer, &module, &message)) { // which takes the buffer
		aw_str_add(error, message);
		LLVMDisposeMessage(message);
		return NULL;
	}
	return module;
}

bool aw_nvvm_made(LLVMModuleRef module)
{
	return LLVMGetNamedMetadataNumOperands(module, "nvvmir.version") > 0;
}

// --- intrinsics ---

static LLVMValueRef intrinsic(LLVMModuleRef module, const char *name)
{
	return LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
}

static void rename(LLVMModuleRef module, const char *old, const char *new)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, old);
	if (!function)
		return;
	LLVMReplaceAllUsesWith(function, intrinsic(module, new));
	LLVMDeleteFunction(function);
}

// The same operation without its second argument, the mode.
static LLVMValueRef call_without_mode(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef callee)
{
	enum { MOST = 4 };
	LLVMValueRef arguments[MOST];
	unsigned count = 0;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && count < MOST; i++)
		if (i != 1)
			arguments[count++] = LLVMGetOperand(call, i);
	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, arguments, count, "");
}

// The pair whose member of RESULT's type is RESULT.
static LLVMValueRef in_pair(LLVMBuilderRef builder, LLVMTypeRef pair, LLVMValueRef result)
{
	if (LLVMTypeOf(result) == pair)
		return result;
	unsigned place = LLVMTypeOf(result) == LLVMStructGetTypeAtIndex(pair, 0) ? 0 : 1;
	return LLVMBuildInsertValue(builder, LLVMGetUndef(pair), result, place, "");
}

// Calls of NAME become calls of the intrinsic that NAMES has for their constant mode.
static void split_by_mode(LLVMModuleRef module, const char *name, const char *const *names, unsigned count)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL, next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);
		int64_t mode = 0;
		next = LLVMGetNextUse(use);
		if (!LLVMIsACallInst(call) || !aw_llvm_constant(LLVMGetOperand(call, 1), &mode) || mode < 0 || mode >= count)
			continue; // an undefined function, which is refused by its name
		LLVMPositionBuilderBefore(builder, call);
		LLVMValueRef made = call_without_mode(builder, call, intrinsic(module, names[mode]));
		LLVMReplaceAllUsesWith(call, in_pair(builder, LLVMTypeOf(call), made));
		aw_llvm_erase(call);
	}
	LLVMDisposeBuilder(builder);
}

static void adapt_intrinsics(LLVMModuleRef module)
{
	static const char *const shuffles[] = { "llvm.nvvm.shfl.sync.idx.i32p", "llvm.nvvm.shfl.sync.up.i32p",
		                                "llvm.nvvm.shfl.sync.down.i32p", "llvm.nvvm.shfl.sync.bfly.i32p" };
	static const char *const votes[] = { "llvm.nvvm.vote.all.sync", "llvm.nvvm.vote.any.sync", "llvm.nvvm.vote.uni.sync",
		                             "llvm.nvvm.vote.ballot.sync" };
	rename(module, "llvm.cuda.syncthreads", "llvm.nvvm.barrier0");
	rename(module, "llvm.nvvm.match.all.sync.i32", "llvm.nvvm.match.all.sync.i32p");
	rename(module, "llvm.nvvm.match.all.sync.i64", "llvm.nvvm.match.all.sync.i64p");
	split_by_mode(module, "llvm.nvvm.shfl.sync.i32", shuffles, sizeof(shuffles) / sizeof(*shuffles));
	split_by_mode(module, "llvm.nvvm.vote.sync", votes, sizeof(votes) / sizeof(*votes));
}

// --- functions of the device runtime ---

static LLVMValueRef spill(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef value)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(aw_llvm_function_of(call));
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(first));
	LLVMValueRef place = LLVMBuildAlloca(builder, LLVMTypeOf(value), "");
	LLVMPositionBuilderBefore(builder, call);
	LLVMBuildStore(builder, value, place);
	return place;
}

static bool is_aggregate(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

static LLVMAttributeRef by_value(LLVMTypeRef type)
{
	return LLVMCreateTypeAttribute(LLVMGetTypeContext(type), aw_llvm_attribute_kind("byval"), type);
}

// OLD's name, in new memory, which OLD has no more: for what takes its place.
static char *take_name(LLVMValueRef old)
{
	char *name = strdup(aw_llvm_name(old));
	aw_need(name != NULL);
	LLVMSetValueName2(old, "", 0);
	return name;
}

// A declaration of OLD's name with pointers to copies in place of structures.
static LLVMValueRef declare_by_address(LLVMModuleRef module, LLVMValueRef old)
{
	unsigned count = LLVMCountParams(old);
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef old_type = LLVMGlobalGetValueType(old), *types = AW_NEED_ARRAY(LLVMTypeRef, count);
	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(old, i));
		types[i] = is_aggregate(type) ? LLVMPointerTypeInContext(context, AW_NVPTX_GENERIC) : type;
	}
	char *name = take_name(old);
	LLVMValueRef made = LLVMAddFunction(module, name, LLVMFunctionType(LLVMGetReturnType(old_type), types, count, false));
	for (unsigned i = 0; i < count; i++)
		if (is_aggregate(LLVMTypeOf(LLVMGetParam(old, i))))
			LLVMAddAttributeAtIndex(made, i + 1, by_value(LLVMTypeOf(LLVMGetParam(old, i))));
	free(name);
	free(types);
	return made;
}

// What CALL passes, to a call of MADE in its place.
static void call_by_address(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef made)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef given = LLVMGetOperand(call, i);
		arguments[i] = is_aggregate(LLVMTypeOf(given)) ? spill(builder, call, given) : given;
	}
	LLVMPositionBuilderBefore(builder, call);
	LLVMValueRef new = LLVMBuildCall2(builder, LLVMGlobalGetValueType(made), made, arguments, count, "");
	for (unsigned i = 0; i < count; i++)
		if (is_aggregate(LLVMTypeOf(LLVMGetOperand(call, i))))
			LLVMAddCallSiteAttribute(new, i + 1, by_value(LLVMTypeOf(LLVMGetOperand(call, i))));
	LLVMReplaceAllUsesWith(call, new);
	aw_llvm_erase(call);
	free(arguments);
}

// cudaGetParameterBufferV2 has dim3 by value: a structure in NVVM IR, the address of a copy from clang.
static void pass_by_address(LLVMModuleRef module, const char *name)
{
	LLVMValueRef old = LLVMGetNamedFunction(module, name);
	if (!old || !LLVMIsDeclaration(old))
		return;
	LLVMValueRef made = declare_by_address(module, old);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	for (LLVMUseRef use = LLVMGetFirstUse(old), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (aw_llvm_callee(user) == old)
			call_by_address(builder, user, made);
	}
	LLVMDisposeBuilder(builder);
}

// --- variables ---

// Names that PTX has no letters for stay internal, where LLVM mends them.
static bool is_ptx_name(const char *name)
{
	size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$");
	return length > 0 && name[length] == 0;
}

static void show_variables(LLVMModuleRef module)
{
	AW_FOR_GLOBALS(global, module) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
		if (LLVMGetLinkage(global) != LLVMInternalLinkage || (space != AW_NVPTX_GLOBAL && space != AW_NVPTX_CONSTANT))
			continue;
		if (!is_ptx_name(aw_llvm_name(global)))
			continue;
		LLVMSetLinkage(global, LLVMExternalLinkage);
		LLVMSetExternallyInitialized(global, true);
	}
}

// A variable without an address space, as numba has them, lies in global memory.
static void move_to_global(LLVMModuleRef module, LLVMValueRef old)
{
	char *name = take_name(old);
	LLVMValueRef made = LLVMAddGlobalInAddressSpace(module, LLVMGlobalGetValueType(old), name, AW_NVPTX_GLOBAL);
	free(name);
	if (LLVMGetInitializer(old))
		LLVMSetInitializer(made, LLVMGetInitializer(old));
	LLVMSetLinkage(made, LLVMGetLinkage(old));
	LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(old));
	LLVMSetAlignment(made, LLVMGetAlignment(old));
	LLVMReplaceAllUsesWith(old, LLVMConstAddrSpaceCast(made, LLVMTypeOf(old)));
	LLVMDeleteGlobal(old);
}

static void place_variables(LLVMModuleRef module)
{
	for (LLVMValueRef global = LLVMGetFirstGlobal(module), next; global; global = next) {
		bool text = LLVMIsGlobalConstant(global) && LLVMGetLinkage(global) != LLVMExternalLinkage;
		next = LLVMGetNextGlobal(global);
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_GENERIC && !text && strncmp(aw_llvm_name(global), "llvm.", 5))
			move_to_global(module, global);
	}
}

static void flush_small_floats(LLVMModuleRef module)
{
	static const char mode[] = "denormal-fp-math-f32", flushed[] = "preserve-sign,preserve-sign";
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(context, mode, sizeof(mode) - 1, flushed, sizeof(flushed) - 1);
	AW_FOR_FUNCTIONS(function, module)
		if (!LLVMIsDeclaration(function))
			LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

static void allow_contraction(LLVMModuleRef module)
{
	AW_FOR_FUNCTIONS(function, module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (LLVMCanValueUseFastMathFlags(instruction))
					LLVMSetFastMathFlags(instruction, LLVMGetFastMathFlags(instruction) | LLVMFastMathAllowContract);
}

void aw_nvvm_adapt(LLVMModuleRef module, bool flush, bool contract)
{
	LLVMSetTarget(module, TRIPLE);
	LLVMSetDataLayout(module, LAYOUT);
	adapt_intrinsics(module);
	pass_by_address(module, "cudaGetParameterBufferV2");
	place_variables(module);
	show_variables(module);
	if (flush)
		flush_small_floats(module);
	if (contract)
		allow_contraction(module);
}
