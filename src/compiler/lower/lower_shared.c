// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives __shared__ variables their place in the block's shared memory.  A kernel must offer room only
// for what its calls reach, but a function that several kernels reach has its variables at one offset
// in all of them.  So the variables are placed one after the other, each behind all those placed before
// that some kernel uses together with it; variables of kernels that share nothing overlap.
// What gangs have beside the program's (count_tables.c) lies behind that, and isn't what a program is told.
// `extern __shared__` arrays all begin where the dynamic part begins (CUDA C++ Programming Guide, 7.2.3).
#include <assert.h>
#include <stdlib.h>

#include "../analysis/call_graph.h"
#include "../pipeline.h"
#include "../simd/count_tables.h"
#include "../target/nvptx.h"
#include "replace_global.h"

// Static shared memory that a block may have (CUDA C++ Programming Guide, "Technical Specifications").
enum { STATIC_LIMIT = 48 << 10 };

struct variable {
	LLVMValueRef global;
	uint32_t offset, size, alignment;
	bool dynamic; // extern: its size is the launch's affair
	bool tables;  // the program has it not: of count_tables.c, and last
	bool *used_by; // by index of the kernel
};

struct layout {
	AW_VEC(struct variable) variables;
	size_t kernel_count;
	bool *reached; // [kernel * function count + function]
	struct aw_call_graph calls;
};

static void reach_all(struct layout *layout, const struct aw_unit *unit)
{
	aw_call_graph_init(&layout->calls, unit->module);
	layout->kernel_count = unit->kernels.count;
	layout->reached = AW_NEED_ARRAY(bool, layout->kernel_count * layout->calls.count);
	for (size_t k = 0; k < layout->kernel_count; k++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		bool *reached = layout->reached + k * layout->calls.count;
		aw_call_graph_reach(&layout->calls, kernel->function, reached);
		if (kernel->single)
			aw_call_graph_reach(&layout->calls, kernel->single, reached);
		for (size_t i = 0; i < kernel->forms.count; i++)
			aw_call_graph_reach(&layout->calls, kernel->forms.items[i].function, reached);
	}
}

static void note_users(struct layout *layout, struct variable *variable)
{
	variable->used_by = AW_NEED_ARRAY(bool, layout->kernel_count);
	AW_FOR_USES(use, variable->global) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user))
			continue; // aw_replace_global reports it
		uint32_t function = aw_call_graph_number(&layout->calls, aw_llvm_function_of(user));
		assert(function != AW_NONE);
		for (size_t k = 0; k < layout->kernel_count; k++)
			variable->used_by[k] |= layout->reached[k * layout->calls.count + function];
	}
}

static bool together(const struct layout *layout, const struct variable *a, const struct variable *b)
{
	for (size_t k = 0; k < layout->kernel_count; k++)
		if (a->used_by[k] && b->used_by[k])
			return true;
	return false;
}

static uint32_t round_up(uint32_t size, uint32_t alignment)
{
	return (size + alignment - 1) / alignment * alignment;
}

static void place(struct aw_unit *unit, struct layout *layout, struct variable *variable)
{
	assert(variable->alignment > 0 && (variable->alignment & (variable->alignment - 1)) == 0);
	uint32_t offset = 0;
	for (struct variable *other = layout->variables.items; other < variable; other++) {
		uint32_t end = other->offset + other->size;
		if (end > offset && together(layout, other, variable))
			offset = end;
	}
	variable->offset = round_up(offset, variable->alignment);
	uint32_t end = variable->offset + variable->size;
	for (size_t k = 0; k < layout->kernel_count; k++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		if (!variable->used_by[k])
			continue;
		if (kernel->shared_size < end && !variable->tables)
			kernel->shared_size = end;
		if (kernel->used_shared_size < end)
			kernel->used_shared_size = end;
	}
}

// Arrays that want more than the runtime gives to all shared memory, say for addresses that are switched by exclusive or, have
// the block's memory begin a window.  The dynamic one lies behind the static ones.
static void place_in_window(struct aw_unit *unit, const struct layout *layout, const struct variable *variable)
{
	if (variable->alignment <= AW_CPU_SHARED_ALIGNMENT)
		return;
	for (size_t k = 0; k < layout->kernel_count; k++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		if (!variable->used_by[k])
			continue;
		kernel->flags |= AW_CPU_KERNEL_WINDOW;
		if (variable->dynamic) {
			kernel->shared_size = round_up(kernel->shared_size, variable->alignment);
			kernel->used_shared_size = round_up(kernel->used_shared_size, variable->alignment);
		}
	}
}

static LLVMValueRef variable_address(struct aw_unit *unit, LLVMValueRef global, void *user)
{
	(void)global;
	const struct variable *variable = user;
	if (variable->dynamic) {
		LLVMValueRef dynamic = aw_unit_marker(unit, "aw.dynamic_shared");
		return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(dynamic), dynamic, NULL, 0, "dynamic");
	}
	LLVMValueRef marker = aw_unit_marker(unit, "aw.shared");
	LLVMValueRef base = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(marker), marker, NULL, 0, "shared");
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(unit->context), variable->offset, false);
	return LLVMBuildInBoundsGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), base, &offset, 1, "");
}

static uint32_t alignment_of(LLVMValueRef global, LLVMTargetDataRef data)
{
	unsigned own = LLVMGetAlignment(global);
	return own ? own : LLVMABIAlignmentOfType(data, LLVMGlobalGetValueType(global));
}

static void collect(struct aw_unit *unit, struct layout *layout)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(unit->module);
	AW_FOR_GLOBALS_SAFE(global, unit->module) {
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != AW_NVPTX_SHARED)
			continue;
		bool dynamic = LLVMIsDeclaration(global);
		aw_llvm_expand_constant_users(global);
		struct variable variable = {
			.global = global,
			.dynamic = dynamic,
			.tables = aw_count_are_tables(global),
			.size = dynamic ? 0 : (uint32_t)LLVMABISizeOfType(data, LLVMGlobalGetValueType(global)),
			.alignment = alignment_of(global, data),
		};
		aw_need(aw_vec_push(&layout->variables, variable));
	}
}

static void check_limit(struct aw_unit *unit)
{
	for (size_t k = 0; k < unit->kernels.count; k++)
		if (unit->kernels.items[k].shared_size > STATIC_LIMIT)
			aw_unit_error(unit, unit->kernels.items[k].function,
			              "Entry function '%s' uses too much shared data (%#x bytes, %#x max)",
			              unit->kernels.items[k].name, unit->kernels.items[k].shared_size, STATIC_LIMIT);
}

bool aw_pass_lower_shared(struct aw_unit *unit)
{
	struct layout layout = { 0 };
	collect(unit, &layout);
	bool changed = layout.variables.count > 0;
	if (changed)
		reach_all(&layout, unit);
	for (size_t i = 0; i < layout.variables.count; i++) {
		note_users(&layout, &layout.variables.items[i]);
		if (!layout.variables.items[i].dynamic)
			place(unit, &layout, &layout.variables.items[i]);
	}
	for (size_t i = 0; i < layout.variables.count; i++)
		place_in_window(unit, &layout, &layout.variables.items[i]);
	for (size_t i = 0; i < layout.variables.count && unit->status == AW_OK; i++)
		aw_replace_global(unit, layout.variables.items[i].global, variable_address, &layout.variables.items[i]);
	check_limit(unit);
	for (size_t i = 0; i < layout.variables.count; i++)
		free(layout.variables.items[i].used_by);
	if (changed)
		aw_call_graph_finish(&layout.calls);
	free(layout.reached);
	aw_vec_finish(&layout.variables);
	return true;
}
