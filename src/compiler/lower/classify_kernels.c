// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the device what a kernel may do anywhere in what it calls (AW_CPU_KERNEL_*), so that it can
// choose how to run it, and estimates the local memory that cudaFuncGetAttributes reports: the
// stack variables of all functions that the kernel reaches.
#include <string.h>

#include "../analysis/call_graph.h"
#include "../pipeline.h"

static uint32_t flags_of(LLVMValueRef function)
{
	static const struct {
		unsigned intrinsic;
		uint32_t kernel;
	} rows[] = {
		{ AW_INTRINSIC_BLOCK, AW_CPU_KERNEL_BARRIERS },
		{ AW_INTRINSIC_WARP | AW_INTRINSIC_STEP, AW_CPU_KERNEL_WARP },
		{ AW_INTRINSIC_GRID, AW_CPU_KERNEL_GRID_SYNC },
		{ AW_INTRINSIC_CLUSTER, AW_CPU_KERNEL_CLUSTER },
	};
	const struct aw_intrinsic *row = LLVMIsDeclaration(function) ? aw_intrinsic_find(function) : NULL;
	uint32_t flags = 0;
	for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++)
		if (row->flags & rows[i].intrinsic)
			flags |= rows[i].kernel;
	if (row && !strcmp(row->name, "__aw_device_launch"))
		flags |= AW_CPU_KERNEL_LAUNCHES;
	if (row && !strcmp(row->name, "__aw_device_graph"))
		flags |= AW_CPU_KERNEL_GRAPHS;
	if (row && !strcmp(row->name, "aw.shared_window"))
		flags |= AW_CPU_KERNEL_WINDOW;
	if (row && aw_starts_with(row->name, "aw.spin"))
		flags |= AW_CPU_KERNEL_SPINS;
	return flags;
}

static uint64_t stack_of(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(unit->module);
	uint64_t size = 0;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			int64_t count = 0;
			if (LLVMIsAAllocaInst(instruction) && aw_llvm_constant(LLVMGetOperand(instruction, 0), &count))
				size += (uint64_t)count * LLVMABISizeOfType(data, LLVMGetAllocatedType(instruction));
		}
	}
	return size;
}

static void classify(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel)
{
	bool *reached = AW_NEED_ARRAY(bool, calls->count);
	aw_call_graph_reach(calls, kernel->function, reached);
	uint64_t stack = 0;
	for (uint32_t i = 0; i < calls->count; i++) {
		if (!reached[i] || aw_unit_is_called(calls->nodes[i].function))
			continue;
		kernel->flags |= flags_of(calls->nodes[i].function);
		if (calls->nodes[i].recursive || calls->nodes[i].calls_pointers)
			kernel->flags |= AW_CPU_KERNEL_RECURSIVE;
		stack += stack_of(unit, calls->nodes[i].function);
	}
	kernel->local_size = stack < UINT32_MAX ? (uint32_t)stack : UINT32_MAX;
	free(reached);
}

bool aw_pass_classify_kernels(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, unit->module);
	for (size_t i = 0; i < unit->kernels.count; i++)
		classify(unit, &calls, &unit->kernels.items[i]);
	aw_call_graph_finish(&calls);
	return false;
}
