// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links the support library (cpu-x86_64.bc or cpu-aarch64.bc, made from src/devlib/cpu) into the module, as far as it is needed.
// A support function that is missing there is an intrinsic that the CPU lacks: told with its line.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/os.h"
#include "../pipeline.h"
#include "../simd/simd.h"
#include "native.h"

LLVMModuleRef aw_read_support(struct aw_unit *unit, bool lazy, char **data)
{
	const char *machine = aw_native_machine_name(unit->target);
	char *path = aw_format("%s/cpu-%s.bc", unit->library_path, machine), *error = NULL;
	LLVMModuleRef library = NULL;
	size_t size = 0;
	*data = NULL;
	aw_status status = path ? aw_os_read_file(path, data, &size) : AW_NO_MEMORY;
	if (status == AW_OK) {
		library = aw_llvm_read_bitcode(unit->context, *data, size, path, lazy, &error);
		if (!library)
			aw_unit_error(unit, NULL, "%s: %s", path, error);
		LLVMDisposeMessage(error);
	} else {
		unit->status = status == AW_NO_MEMORY ? status : AW_FILE_NOT_FOUND;
	}
	free(path);
	return library;
}

static bool link_library(struct aw_unit *unit)
{
	char *data;
	LLVMModuleRef library = aw_read_support(unit, true, &data);
	if (library && !aw_llvm_link(unit->module, library, true))
		aw_unit_error(unit, NULL, "the support library can't be linked");
	free(data);
	return unit->status == AW_OK;
}

// Tells the place of every use of a support function that the library hasn't.
static void report_missing(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_USES(use, function) {
		LLVMValueRef user = LLVMGetUser(use);
		aw_unit_error(unit, LLVMIsAInstruction(user) ? user : NULL, "%s is not supported on the CPU",
		              aw_llvm_name(function) + strlen("aw_cpu_"));
	}
}

// A call whose type isn't the library's would pass its arguments in the wrong places.
static void check_types(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_USES(use, function) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_callee(user) == function &&
		    LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(function))
			aw_unit_error(unit, user, "internal error: %s is called with a type that it doesn't have",
			              aw_llvm_name(function));
	}
}

// The loads of functions that read the context are of memory that nothing writes while they can run.
static void mark_invariant(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsALoadInst(instruction))
				aw_llvm_mark_invariant(instruction);
}

// What CUDA's limits say of the dimensions (CUDA C++ Programming Guide, "Compute Capabilities"): LLVM takes from it that
// sums of indices don't wrap.
static const struct {
	const char *support;
	uint64_t low, above;
} ranges[] = {
	{ "aw_cpu_tid_x", 0, 1024 }, { "aw_cpu_tid_y", 0, 1024 }, { "aw_cpu_tid_z", 0, 1024 },
	{ "aw_cpu_ntid_x", 1, 1025 }, { "aw_cpu_ntid_y", 1, 1025 }, { "aw_cpu_ntid_z", 1, 1025 },
	{ "aw_cpu_ctaid_y", 0, 65535 }, { "aw_cpu_ctaid_z", 0, 65535 },
	{ "aw_cpu_nctaid_y", 1, 65536 }, { "aw_cpu_nctaid_z", 1, 65536 },
	{ "aw_cpu_span_height", 1, 65535 * 1024 + 1 }, // the rows of blocks above one another
};

// Says of the loaded value that a function returns what it can be.
static void mark_range(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		if (strcmp(aw_llvm_name(function), ranges[i].support))
			continue;
		LLVMValueRef returned = LLVMGetOperand(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function)), 0);
		assert(LLVMIsALoadInst(returned) && LLVMTypeOf(returned) == type);
		aw_llvm_set_range(returned, ranges[i].low, ranges[i].above);
	}
}

static void adopt(struct aw_unit *unit, LLVMValueRef function)
{
	check_types(unit, function);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	aw_retarget_function(unit, function);
	if (aw_starts_with(aw_llvm_name(function), "aw_cpu_gang_"))
		aw_simd_use_registers(unit, function);
	if (aw_intrinsic_support_flags(aw_llvm_name(function)) & AW_INTRINSIC_CONTEXT)
		mark_invariant(function);
	mark_range(unit, function);
}

// A function that only others of the library call: it still says for which processors the library was compiled.
static bool is_inner(LLVMValueRef function)
{
	static const char features[] = "target-features";
	return aw_llvm_is_defined(function) &&
	       LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, features, sizeof(features) - 1);
}

bool aw_pass_link_support(struct aw_unit *unit)
{
	if (!link_library(unit))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_is_libcall(aw_llvm_name(function))) { // code to come calls it (keep_libcalls)
			LLVMSetVisibility(function, LLVMHiddenVisibility);
			aw_retarget_function(unit, function);
		} else if (aw_starts_with(aw_llvm_name(function), "aw_cpu_")) {
			if (LLVMIsDeclaration(function))
				report_missing(unit, function);
			else
				adopt(unit, function);
		} else if (is_inner(function)) {
			aw_retarget_function(unit, function);
			aw_simd_use_registers(unit, function);
		}
	}
	return true;
}
