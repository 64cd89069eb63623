// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlines every function in which a thread can wait for others, directly or in what it calls, into its
// callers, up to the kernels.  Two things rest on it: the ranks of sites (lower_sites) compare only
// within one function, and lower_bypass sees branches and barriers of a kernel together.  Functions
// that call themselves stay functions, and so does one whose address is taken, beside the inlined
// copies; they still work, with ranks of their own.
//
// Functions in which a thread may exit are inlined too, so that lower_exits finds kernels only.
//
// It runs at every optimisation level: what a warp does must not depend on -O.
#include <assert.h>

#include "../analysis/call_graph.h"
#include "waiting.h"

static bool waits_or_exits(LLVMValueRef instruction)
{
	return aw_waits(instruction) || aw_exits(instruction);
}

static void drop_attribute(LLVMValueRef function, const char *name)
{
	LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind(name));
}

static void inline_always(LLVMValueRef function)
{
	drop_attribute(function, "noinline");
	drop_attribute(function, "optnone");
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "alwaysinline");
}

// Finds out whether a function waits, and marks it to be inlined if it does.  WAITS is told for rings of
// recursion as one, by the component of the call graph.
static void visit(const struct aw_unit *unit, const struct aw_call_graph *calls, uint32_t number, bool *waits)
{
	const struct aw_call_node *node = &calls->nodes[number];
	if (LLVMIsDeclaration(node->function))
		return;
	bool found = aw_llvm_find_instruction(node->function, waits_or_exits);
	assert(node->component < calls->count);
	AW_FOR_SUCCESSORS(&calls->graph, number, callee)
		found |= waits[calls->nodes[*callee].component];
	waits[node->component] |= found;
	if (found && !node->recursive && !aw_unit_is_kernel(unit, node->function))
		inline_always(node->function);
}

bool aw_pass_inline_waiting(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, unit->module);
	bool *waits = AW_NEED_ARRAY(bool, calls.count);
	for (uint32_t i = 0; i < calls.count; i++)
		visit(unit, &calls, calls.bottom_up[i], waits);
	free(waits);
	aw_call_graph_finish(&calls);
	// Also without any of ours: behind what headers always inline stand blockIdx and its like, which
	// lower_bypass wants to see.  From the bottom up, with variables made values on the way, else a kernel of many small
	// functions ends up with so many variables that SROA takes minutes.
	const char *passes = unit->request->debug ? "always-inline" : "cgscc(inline<only-mandatory>,function(sroa)),always-inline";
	if (!aw_llvm_run_passes(unit->module, passes, NULL))
		aw_unit_error(unit, NULL, "internal error: inlining of waiting functions failed");
	return true;
}
