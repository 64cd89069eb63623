// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kernels and the variables that the host can name, and drops everything that neither of
// them reaches.  Kernels and their launch bounds stand in the named metadata nvvm.annotations
// (NVVM IR Specification, "Global property annotation"): { value, "key", i32, "key", i32, ... }.
// Variables are the globals of address spaces 1 and 4; __managed__ ones carry the annotation
// "aw.managed", which cuda_runtime.h gives them.  Everything else becomes internal.
#include <stdlib.h>
#include <string.h>

#include "../pipeline.h"
#include "../target/nvptx.h"

static struct aw_unit_kernel *kernel_of(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_unit_kernel *known = aw_unit_kernel_of(unit, function);
	if (known)
		return known;
	struct aw_unit_kernel kernel = { .function = function, .name = strdup(aw_llvm_name(function)) };
	if (!kernel.name || !aw_vec_push(&unit->kernels, kernel)) {
		free(kernel.name);
		unit->status = AW_NO_MEMORY;
		return NULL;
	}
	return &unit->kernels.items[unit->kernels.count - 1];
}

bool aw_annotation_says_kernel(LLVMValueRef *operands, unsigned count)
{
	for (unsigned i = 1; i + 1 < count; i += 2) {
		unsigned length = 0;
		const char *key = LLVMGetMDString(operands[i], &length);
		if (key && length == 6 && !memcmp(key, "kernel", 6))
			return true;
	}
	return false;
}

static void note(struct aw_unit_kernel *kernel, const char *key, uint32_t value)
{
	static const struct {
		const char *key;
		size_t offset;
	} rows[] = {
		{ "maxntidx", offsetof(struct aw_unit_kernel, bounds[0]) },
		{ "maxntidy", offsetof(struct aw_unit_kernel, bounds[1]) },
		{ "maxntidz", offsetof(struct aw_unit_kernel, bounds[2]) },
		{ "minctasm", offsetof(struct aw_unit_kernel, min_blocks) },
		{ "maxclusterrank", offsetof(struct aw_unit_kernel, max_cluster) },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(rows[i].key, key))
			memcpy((char *)kernel + rows[i].offset, &value, sizeof(value));
}

static bool is_of_function(LLVMValueRef *operands, unsigned count)
{
	return count > 2 && operands[0] && LLVMIsAFunction(operands[0]) && !LLVMIsDeclaration(operands[0]);
}

static void note_kernel(void *unit, LLVMValueRef *operands, unsigned count)
{
	if (is_of_function(operands, count) && aw_annotation_says_kernel(operands, count))
		kernel_of(unit, operands[0]);
}

// What an annotation says of a kernel beside that.
static void note_properties(void *unit, LLVMValueRef *operands, unsigned count)
{
	if (!is_of_function(operands, count) || !aw_unit_is_kernel(unit, operands[0]))
		return;
	struct aw_unit_kernel *kernel = kernel_of(unit, operands[0]);
	for (unsigned i = 1; i + 1 < count; i += 2) {
		unsigned length = 0;
		const char *key = LLVMGetMDString(operands[i], &length);
		if (key && operands[i + 1] && LLVMIsAConstantInt(operands[i + 1]))
			note(kernel, key, (uint32_t)LLVMConstIntGetZExtValue(operands[i + 1]));
	}
}

static void collect_kernels(struct aw_unit *unit)
{
	aw_llvm_visit_metadata(unit->module, "nvvm.annotations", note_kernel, unit);
	aw_llvm_visit_metadata(unit->module, "nvvm.annotations", note_properties, unit);
	for (size_t i = 0; i < unit->kernels.count; i++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		uint32_t *bounds = kernel->bounds;
		if (bounds[0])
			kernel->max_threads = bounds[0] * (bounds[1] ? bounds[1] : 1) * (bounds[2] ? bounds[2] : 1);
	}
}

// The annotation TEXT of GLOBAL (host_defines.h), or NULL.
static LLVMValueRef annotation_of(struct aw_unit *unit, LLVMValueRef global, const char *text)
{
	LLVMValueRef list = LLVMGetNamedGlobal(unit->module, "llvm.global.annotations");
	LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
	for (int i = 0; entries && i < LLVMGetNumOperands(entries); i++) {
		LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)i);
		if (aw_llvm_strip_casts(LLVMGetOperand(entry, 0)) == global &&
		    !strcmp(aw_llvm_constant_text(LLVMGetOperand(entry, 1)), text))
			return entry;
	}
	return NULL;
}

// __cluster_dims__: the annotation's arguments are a constant structure.
static void collect_cluster(struct aw_unit *unit, struct aw_unit_kernel *kernel)
{
	enum { ARGUMENTS = 4 };
	LLVMValueRef entry = annotation_of(unit, kernel->function, "aw.cluster_dims");
	LLVMValueRef given = entry && LLVMGetNumOperands(entry) > ARGUMENTS ? aw_llvm_strip_casts(LLVMGetOperand(entry, ARGUMENTS)) : NULL;
	LLVMValueRef sizes = given && LLVMIsAGlobalVariable(given) ? LLVMGetInitializer(given) : NULL;
	for (unsigned i = 0; sizes && i < 3; i++) {
		int64_t size = 1;
		LLVMValueRef told = LLVMGetAggregateElement(sizes, i);
		if (told && (!aw_llvm_constant(told, &size) || size <= 0 || size > UINT16_MAX))
			aw_unit_error(unit, NULL, "__cluster_dims__ of %s takes up to three numbers of blocks", kernel->name);
		kernel->cluster[i] = (uint32_t)size;
	}
}

static void collect_variables(struct aw_unit *unit)
{
	AW_FOR_GLOBALS(global, unit->module) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
		LLVMLinkage linkage = LLVMGetLinkage(global);
		if (LLVMIsDeclaration(global) || linkage == LLVMPrivateLinkage || linkage == LLVMInternalLinkage ||
		    (space != AW_NVPTX_GLOBAL && space != AW_NVPTX_CONSTANT))
			continue;
		struct aw_unit_variable variable = { .global = global, .type = LLVMGlobalGetValueType(global) };
		if (space == AW_NVPTX_CONSTANT)
			variable.flags = AW_CPU_VARIABLE_CONSTANT;
		else if (annotation_of(unit, global, "aw.managed"))
			variable.flags = AW_CPU_VARIABLE_MANAGED;
		if (!aw_vec_push(&unit->variables, variable))
			unit->status = AW_NO_MEMORY;
	}
}

// NVVM IR's word for it.
static void note_managed(void *data, LLVMValueRef *operands, unsigned count)
{
	struct aw_unit *unit = data;
	unsigned length = 0;
	const char *key = count > 1 && operands[0] && LLVMIsAGlobalVariable(operands[0]) ? LLVMGetMDString(operands[1], &length) : NULL;
	if (!key || length != strlen("managed") || memcmp(key, "managed", length) != 0)
		return;
	for (size_t i = 0; i < unit->variables.count; i++)
		if (unit->variables.items[i].global == operands[0])
			unit->variables.items[i].flags = AW_CPU_VARIABLE_MANAGED;
}

static bool is_variable(const struct aw_unit *unit, LLVMValueRef global)
{
	for (size_t i = 0; i < unit->variables.count; i++)
		if (unit->variables.items[i].global == global)
			return true;
	return false;
}

static void delete_lists(struct aw_unit *unit)
{
	static const char *const lists[] = { "llvm.used", "llvm.compiler.used", "llvm.global.annotations" };
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		LLVMValueRef list = LLVMGetNamedGlobal(unit->module, lists[i]);
		if (list)
			LLVMDeleteGlobal(list);
	}
}

bool aw_pass_collect_program(struct aw_unit *unit)
{
	collect_kernels(unit);
	for (size_t i = 0; i < unit->kernels.count; i++)
		collect_cluster(unit, &unit->kernels.items[i]);
	collect_variables(unit);
	aw_llvm_visit_metadata(unit->module, "nvvm.annotations", note_managed, unit);
	delete_lists(unit);
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_unit_is_kernel(unit, function) && !aw_llvm_is_marked(function, AW_EXPORTED))
			aw_llvm_internalize(function);
	}
	AW_FOR_GLOBALS(global, unit->module) {
		if (!is_variable(unit, global))
			aw_llvm_internalize(global);
	}
	for (size_t i = 0; i < unit->variables.count; i++) {
		if (!unit->request->relocatable) // else the linker makes one of those of inline functions
			LLVMSetLinkage(unit->variables.items[i].global, LLVMExternalLinkage);
		LLVMSetComdat(unit->variables.items[i].global, NULL);
	}
	for (size_t i = 0; i < unit->kernels.count; i++) {
		LLVMSetLinkage(unit->kernels.items[i].function, LLVMExternalLinkage);
		LLVMSetComdat(unit->kernels.items[i].function, NULL);
	}
	if (!aw_llvm_run_passes(unit->module, "globaldce", NULL))
		unit->status = AW_UNKNOWN;
	return true;
}
