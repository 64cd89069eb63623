// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the tables of cpu_abi.h as constants of the image: kernels with their variants and parameters,
// variables, and the exported record aw_cpu_image.  Field order and types follow that header, which
// tests/abi pins; the data layout of the module gives them the same offsets as the C compiler's.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"

// One record under construction.
struct record {
	struct aw_unit *unit;
	LLVMValueRef fields[24];
	unsigned count;
};

static void add_value(struct record *record, LLVMValueRef value)
{
	assert(record->count < sizeof(record->fields) / sizeof(*record->fields));
	record->fields[record->count++] = value;
}

static void add_number(struct record *record, uint32_t number)
{
	add_value(record, LLVMConstInt(LLVMInt32TypeInContext(record->unit->context), number, false));
}

static void add_wide(struct record *record, uint64_t number)
{
	add_value(record, LLVMConstInt(LLVMInt64TypeInContext(record->unit->context), number, false));
}

static void add_pointer(struct record *record, LLVMValueRef pointer)
{
	LLVMTypeRef type = LLVMPointerTypeInContext(record->unit->context, 0);
	add_value(record, pointer ? pointer : LLVMConstNull(type));
}

static LLVMValueRef finish(struct record *record)
{
	return LLVMConstStructInContext(record->unit->context, record->fields, record->count, false);
}

// A private constant array; NULL without items.
static LLVMValueRef make_array(struct aw_unit *unit, LLVMValueRef *items, size_t count)
{
	if (!count)
		return NULL;
	LLVMValueRef array = LLVMConstArray2(LLVMTypeOf(items[0]), items, count);
	LLVMValueRef global = LLVMAddGlobal(unit->module, LLVMTypeOf(array), "aw.table");
	LLVMSetInitializer(global, array);
	LLVMSetGlobalConstant(global, true);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	return global;
}

static LLVMValueRef make_variants(struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	LLVMValueRef *items = AW_NEED_ARRAY(LLVMValueRef, kernel->variants.count);
	for (size_t i = 0; i < kernel->variants.count; i++) {
		const struct aw_unit_variant *variant = &kernel->variants.items[i];
		struct record record = { .unit = unit };
		add_number(&record, variant->strategy);
		add_number(&record, variant->width);
		add_number(&record, variant->geometry);
		add_number(&record, variant->flags);
		add_number(&record, variant->span_gangs);
		add_number(&record, variant->block_x);
		add_number(&record, variant->block_y);
		add_number(&record, variant->ones);
		add_number(&record, variant->read);
		add_number(&record, variant->written);
		add_pointer(&record, variant->entry);
		items[i] = finish(&record);
	}
	LLVMValueRef array = make_array(unit, items, kernel->variants.count);
	free(items);
	return array;
}

static LLVMValueRef make_parameters(struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	LLVMValueRef *items = AW_NEED_ARRAY(LLVMValueRef, kernel->parameters.count);
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		struct record record = { .unit = unit };
		add_number(&record, kernel->parameters.items[i].offset);
		add_number(&record, kernel->parameters.items[i].size);
		items[i] = finish(&record);
	}
	LLVMValueRef array = make_array(unit, items, kernel->parameters.count);
	free(items);
	return array;
}

enum { MAX_THREADS = 1024 };

static LLVMValueRef make_kernel(struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	assert(kernel->name && kernel->variants.count > 0);
	struct record record = { .unit = unit };
	add_pointer(&record, aw_llvm_string(unit->module, kernel->name));
	add_pointer(&record, make_variants(unit, kernel));
	add_pointer(&record, make_parameters(unit, kernel));
	add_number(&record, (uint32_t)kernel->variants.count);
	add_number(&record, (uint32_t)kernel->parameters.count);
	add_number(&record, kernel->parameter_size);
	add_number(&record, kernel->shared_size);
	add_number(&record, kernel->local_size);
	add_number(&record, kernel->max_threads ? kernel->max_threads : MAX_THREADS);
	add_number(&record, kernel->min_blocks);
	add_number(&record, AW_UNIT_REGISTERS);
	add_number(&record, kernel->flags);
	for (int i = 0; i < 3; i++)
		add_number(&record, kernel->cluster[i]);
	add_number(&record, kernel->max_cluster);
	add_number(&record, kernel->used_shared_size);
	return finish(&record);
}

static LLVMValueRef make_variable(struct aw_unit *unit, const struct aw_unit_variable *variable)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(unit->module);
	assert(LLVMGetPointerAddressSpace(LLVMTypeOf(variable->global)) == 0);
	unsigned alignment = LLVMGetAlignment(variable->global);
	struct record record = { .unit = unit };
	add_pointer(&record, aw_llvm_string(unit->module, aw_llvm_name(variable->global)));
	add_pointer(&record, variable->global);
	add_wide(&record, LLVMABISizeOfType(data, variable->type));
	add_number(&record, variable->flags);
	add_number(&record, alignment ? alignment : LLVMABIAlignmentOfType(data, variable->type));
	add_pointer(&record, variable->indirection);
	return finish(&record);
}

// What the device sets where what the level has for lanes is slow; NULL for other levels.
static LLVMValueRef make_slow(struct aw_unit *unit)
{
	if (strcmp(unit->target, "x86-64-v4") && strcmp(unit->target, "x86-64-v3"))
		return NULL;
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef variable = LLVMAddGlobal(unit->module, type, AW_UNIT_SLOW);
	LLVMSetInitializer(variable, LLVMConstNull(type));
	LLVMSetLinkage(variable, LLVMInternalLinkage);
	return variable;
}

void aw_unit_drop_slow(struct aw_unit *unit)
{
	LLVMValueRef variable = LLVMGetNamedGlobal(unit->module, AW_UNIT_SLOW);
	LLVMReplaceAllUsesWith(variable, LLVMConstNull(LLVMTypeOf(variable)));
	LLVMDeleteGlobal(variable);
}

static void make_image(struct aw_unit *unit, LLVMValueRef kernels, LLVMValueRef variables)
{
	struct record record = { .unit = unit };
	add_number(&record, AW_CPU_ABI_VERSION);
	add_number(&record, sizeof(struct aw_cpu_image));
	add_pointer(&record, aw_llvm_string(unit->module, unit->target));
	add_pointer(&record, kernels);
	add_pointer(&record, variables);
	add_number(&record, (uint32_t)unit->kernels.count);
	add_number(&record, (uint32_t)unit->variables.count);
	add_pointer(&record, make_slow(unit));
	LLVMValueRef value = finish(&record);
	LLVMValueRef image = LLVMAddGlobal(unit->module, LLVMTypeOf(value), AW_CPU_IMAGE_SYMBOL);
	LLVMSetInitializer(image, value);
	LLVMSetGlobalConstant(image, true);
	LLVMSetVisibility(image, LLVMDefaultVisibility);
}

bool aw_pass_image_table(struct aw_unit *unit)
{
	size_t most = unit->kernels.count > unit->variables.count ? unit->kernels.count : unit->variables.count;
	LLVMValueRef *items = AW_NEED_ARRAY(LLVMValueRef, most);
	for (size_t i = 0; i < unit->kernels.count; i++)
		items[i] = make_kernel(unit, &unit->kernels.items[i]);
	LLVMValueRef kernels = make_array(unit, items, unit->kernels.count);
	for (size_t i = 0; i < unit->variables.count; i++)
		items[i] = make_variable(unit, &unit->variables.items[i]);
	LLVMValueRef variables = make_array(unit, items, unit->variables.count);
	make_image(unit, kernels, variables);
	free(items);
	return true;
}
