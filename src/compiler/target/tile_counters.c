// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: tiles of 64 threads in blocks of more than 512 are more than the hardware has barriers for, so they count turns
// in shared memory (src/devlib/ptx/tile_barrier.cu), which nobody clears.  Kernels that can come to such a tile begin with
//     turns[rank in block % 16] = 0; barrier
// where all threads write zeros, since that takes no branch.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/call_graph.h"
#include "../pipeline.h"
#include "nvptx.h"

static const char turns_name[] = "__aw_tile_turns", sync_name[] = "__aw_tile_sync";

static LLVMValueRef rank_in_block(struct aw_unit *unit)
{
	LLVMValueRef rank = aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.tid.z");
	rank = LLVMBuildMul(unit->builder, rank, aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.ntid.y"), "");
	rank = LLVMBuildAdd(unit->builder, rank, aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.tid.y"), "");
	rank = LLVMBuildMul(unit->builder, rank, aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.ntid.x"), "");
	return LLVMBuildAdd(unit->builder, rank, aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.tid.x"), "");
}

static void clear_turns(struct aw_unit *unit, LLVMValueRef kernel, LLVMValueRef turns)
{
	LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context), array = LLVMGlobalGetValueType(turns);
	unsigned count = LLVMGetArrayLength(array);
	assert((count & (count - 1)) == 0);
	aw_llvm_at(unit->builder, at);
	LLVMValueRef slot = LLVMBuildAnd(unit->builder, rank_in_block(unit), LLVMConstInt(number, count - 1, false), "");
	LLVMValueRef indices[] = { LLVMConstInt(number, 0, false), slot };
	LLVMValueRef place = LLVMBuildInBoundsGEP2(unit->builder, array, turns, indices, 2, "");
	LLVMBuildStore(unit->builder, LLVMConstInt(number, 0, false), place);
	aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.barrier0");
}

bool aw_pass_tile_counters(struct aw_unit *unit)
{
	LLVMValueRef turns = LLVMGetNamedGlobal(unit->module, turns_name), sync = LLVMGetNamedFunction(unit->module, sync_name);
	struct aw_call_graph calls;
	bool changed = false;
	if (!turns || !sync)
		return false;
	aw_call_graph_init(&calls, unit->module);
	bool *reached = AW_NEED_ARRAY(bool, calls.count);
	for (size_t i = 0; i < unit->kernels.count; i++) {
		memset(reached, 0, calls.count * sizeof(*reached));
		aw_call_graph_reach(&calls, unit->kernels.items[i].function, reached);
		if (!reached[aw_call_graph_number(&calls, sync)])
			continue;
		clear_turns(unit, unit->kernels.items[i].function, turns);
		changed = true;
	}
	free(reached);
	aw_call_graph_finish(&calls);
	return changed;
}
