// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: trees of a warp in shared memory that say neither volatile nor __syncwarp(), as programs from before Volta have them:
//
//     for (int step = 16; step > 0; step >>= 1)
//         cell[me] += cell[me + step];
//
// In a loop that stays one, each turn's store is one that a later turn may read, and the lanes of a warp, which go together,
// read what their neighbours stored.  LLVM unrolls the loop; then it is seen that a thread itself never reads what it
// stored, all stores but the last go, and the sum is wrong.  nvcc keeps them.  So the accesses of shared memory of a kernel with
// such a loop are made volatile before LLVM sees it.
//
// Whether there is such a loop is found out on a copy with all calls inlined (simd_step.c); kernels that have warp operations
// have it from their authors where lanes meet.  The same tree written out in straight lines is lost as it is by nvcc.
#include "../analysis/call_graph.h"
#include "../pipeline.h"
#include "../simd/simd.h"
#include "nvptx.h"

enum { MOST_INSTRUCTIONS = 5000, WARP = 32 };

static const char scalars[] = "sroa<modify-cfg>,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

static bool has_shared_variables(LLVMModuleRef module)
{
	AW_FOR_GLOBALS(global, module)
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED && LLVMGetFirstUse(global))
			return true;
	return false;
}

// The next call in FUNCTION of a function with a body; NULL: none, or there is so much code that it isn't looked at.
static LLVMValueRef next_call(const struct aw_call_graph *calls, LLVMValueRef function, bool *large)
{
	size_t size = 0;
	LLVMValueRef found = NULL;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			uint32_t number = callee && aw_llvm_is_defined(callee) ? aw_call_graph_number(calls, callee) : AW_NONE;
			if (number != AW_NONE && !calls->nodes[number].recursive)
				found = instruction;
			size++;
		}
	*large = size > MOST_INSTRUCTIONS;
	return *large ? NULL : found;
}

static bool inline_all(const struct aw_call_graph *calls, LLVMValueRef function)
{
	bool large;
	for (LLVMValueRef call; (call = next_call(calls, function, &large));)
		if (!aw_llvm_inline_call(call))
			return false;
	return !large;
}

static bool has_warp_operations(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
			if (row && (row->flags & AW_INTRINSIC_WARP))
				return true;
		}
	return false;
}

static bool has_tree(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef kernel)
{
	static const struct aw_gang warp = { WARP, AW_CPU_GEOMETRY_FULL };
	LLVMValueRef copy = aw_llvm_copy_function(kernel, "");
	bool found = inline_all(calls, copy) && !has_warp_operations(copy) &&
	             aw_llvm_run_function_passes(copy, scalars, NULL) && aw_simd_has_shared_exchange(copy) &&
	             aw_simd_normalize(unit, copy) && aw_simd_has_loose_tree(unit, copy, warp);
	LLVMDeleteFunction(copy);
	return found;
}

bool aw_pass_loose_trees(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	bool changed = false;
	if (aw_unit_opt_level(unit) < 1 || !has_shared_variables(unit->module))
		return false;
	aw_call_graph_init(&calls, unit->module);
	for (size_t i = 0; i < unit->kernels.count; i++) {
		LLVMValueRef kernel = unit->kernels.items[i].function;
		if (!has_tree(unit, &calls, kernel) || !inline_all(&calls, kernel) || !aw_llvm_run_function_passes(kernel, scalars, NULL))
			continue;
		aw_simd_say_steps(kernel);
		changed = true;
	}
	aw_call_graph_finish(&calls);
	return changed;
}
