// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels may run in other ways than as gangs of neighbours: those whose threads have nothing to do with others (simd_across.c), so
// that they may run in any order and any company.  Whether another way is faster depends on the data, on how much turns of loops and
// places in memory differ from thread to thread, which only the launch can tell: cpu_trial.c tries them.  So the question here is only
// where it may be so, as each way is code of its own:
//
//   - lanes take the next thread where a loop may end for each lane at another turn, if that is the kernel's only outermost one;
//   - threads run one after the other where such a loop goes through memory, or through local arrays, with places of each thread's own,
//     or where any loop writes to such: a matrix a thread, say, that is read again in a later turn, which scatters make gathers wait for.
#include "simd_alone.h"

#include <string.h>

#include "../analysis/access.h"
#include "../analysis/uniformity.h"
#include "../target/nvptx.h"
#include "simd.h"
#include "simd_across.h"
#include "simd_refill.h"
#include "simd_single.h"

enum {
	MOST_REFILLED = 600, // instructions of a kernel whose lanes take the next thread
	MOST_SINGLE = 6000,  // and of one whose threads run one after the other
	NEAR = 8,            // elements
	DEEP = 12,
};

// Whether VALUE, an address or a number in one, goes up a little from thread to thread along x: by sums, and by products with small
// constants, of threadIdx.x; of a phi all that comes in.  PHIS: those that are being looked at, which are taken to.
static bool goes_along(LLVMValueRef value, struct aw_map *phis, unsigned depth)
{
	int64_t factor;
	if (!strcmp(aw_intrinsic_register(value), "tid.x") || aw_map_get(phis, value))
		return true;
	if (!LLVMIsAInstruction(value) || depth == DEEP)
		return false;
	bool is_phi = LLVMIsAPHINode(value);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMMul: case LLVMShl:
		if (!aw_llvm_is_multiple(value, &factor) || factor < 0 || factor > NEAR)
			return false;
		return goes_along(LLVMGetOperand(value, 0), phis, depth + 1);
	case LLVMPHI:
		aw_need(aw_map_put(phis, value, value));
		break;
	case LLVMAdd: case LLVMSub: case LLVMOr: case LLVMSExt: case LLVMZExt: case LLVMTrunc: case LLVMGetElementPtr:
		break;
	default:
		return false;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (goes_along(LLVMGetOperand(value, i), phis, depth + 1) != is_phi)
			return !is_phi;
	return is_phi;
}

bool aw_simd_is_of_row(LLVMValueRef instruction)
{
	struct aw_access access;
	struct aw_map phis = { 0 };
	bool along = aw_access_find(instruction, &access) && goes_along(access.address, &phis, 0);
	aw_map_finish(&phis);
	return along;
}

LLVMValueRef aw_simd_keep_register(struct aw_unit *unit, LLVMValueRef function, const char *name)
{
	LLVMValueRef variable = NULL;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(call, block) {
			if (strcmp(aw_intrinsic_register(call), name))
				continue;
			if (!variable)
				variable = aw_llvm_local(function, LLVMTypeOf(call), "");
			aw_llvm_at(unit->builder, call);
			aw_llvm_replace(call, LLVMBuildLoad2(unit->builder, LLVMTypeOf(call), variable, ""));
		}
	return variable;
}

static bool has_loop(LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	bool found = loops.loops.count > 0;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
}

// Whether lanes may leave a loop around BLOCK in different turns.
static bool is_divergent(const struct aw_uniformity *u, uint32_t block)
{
	for (uint32_t loop = u->loops.innermost[block]; loop != AW_NONE; loop = u->loops.loops.items[loop].parent)
		if (u->divergent_loop[loop])
			return true;
	return false;
}

static bool goes_anywhere(const struct aw_uniformity *u)
{
	for (uint32_t block = 0; block < u->cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[block]) {
			struct aw_access access;
			if (!aw_access_find(instruction, &access) || aw_simd_is_of_row(instruction))
				continue;
			struct aw_shape shape = aw_uniformity_shape(u, access.address);
			bool writes = access.value && u->loops.innermost[block] != AW_NONE && !aw_shape_is_uniform(shape);
			if (writes || (is_divergent(u, block) && shape.kind == AW_SHAPE_VARYING))
				return true;
		}
	return false;
}

void aw_simd_find_ways(struct aw_unit *unit, LLVMValueRef function, uint32_t width, struct aw_simd_ways *ways)
{
	size_t size = aw_llvm_count_instructions(function);
	*ways = (struct aw_simd_ways){ .width = width };
	if (size > MOST_SINGLE || !has_loop(function) || !aw_simd_threads_are_alone(unit, function))
		return;
	LLVMValueRef copy = aw_llvm_copy_function(function, "");
	bool refilled = false;
	LLVMSetFunctionCallConv(copy, AW_NVPTX_KERNEL); // so that its parameters are taken for the same for all threads
	if (aw_simd_normalize(unit, copy)) {
		struct aw_uniformity u;
		aw_uniformity_init(&u, unit, copy, (struct aw_gang){ width, AW_CPU_GEOMETRY_FULL });
		if (goes_anywhere(&u))
			ways->single = aw_simd_single(unit, function);
		refilled = size <= MOST_REFILLED && aw_simd_refill(unit, copy, &u, &ways->width);
		aw_uniformity_finish(&u);
	}
	LLVMSetFunctionCallConv(copy, LLVMCCallConv);
	if (refilled)
		ways->refilled = copy;
	else
		LLVMDeleteFunction(copy);
}
