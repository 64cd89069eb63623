// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a loop carries and that are also its result, as the sum in
//
//     do sum += *p; while (more);
//     use(sum);
//
// Lanes leave a divergent loop in different turns, so in general what each leaves with is kept apart from what the others go
// on with.  Here both are the same value, and it is enough that lanes that have left stay out of it: one vector
// less lives in the loop, and one array less where its turns are those of a block (lock_loops.c).
//
// The loop must have one exit, to the loop around it: lanes that leave more than one loop could come back before
// those behind read what they left.  And each turn must come by the exit, because there the lanes that go on get
// the value.
#include "simd_keep.h"

#include <assert.h>

// The edge that leaves LOOP, when there is only one: from *FROM to *TO.
static bool find_exit(const struct aw_uniformity *u, uint32_t loop, uint32_t *from, uint32_t *to)
{
	uint32_t count = 0;
	for (uint32_t i = u->loops.loops.items[loop].first; i < u->loops.loops.items[loop].end; i++) {
		uint32_t block = u->loops.order[i];
		AW_FOR_SUCCESSORS(&u->cfg.graph, block, next) {
			if (aw_loop_contains(&u->loops, loop, *next))
				continue;
			*from = block;
			*to = *next;
			count++;
		}
	}
	return count == 1 && u->divergent_branch[*from] && u->loops.innermost[*from] == loop &&
	       u->loops.innermost[*to] == u->loops.loops.items[loop].parent;
}

// The block from which LOOP's next turn begins, when it is one and all ways to it lead through EXIT.
static LLVMBasicBlockRef latch_behind(const struct aw_uniformity *u, uint32_t loop, uint32_t exit)
{
	uint32_t header = u->loops.loops.items[loop].header;
	LLVMBasicBlockRef latch = NULL;
	AW_FOR_PREDECESSORS(&u->cfg.graph, header, from) {
		if (!aw_loop_contains(&u->loops, loop, *from))
			continue;
		if (latch || !aw_dominates(&u->dominators, exit, *from))
			return NULL;
		latch = u->cfg.blocks[*from];
	}
	return latch;
}

static bool varies(const struct aw_uniformity *u, LLVMValueRef value)
{
	return aw_uniformity_shape(u, value).kind == AW_SHAPE_VARYING;
}

// The phi of HEADER that VALUE becomes in the next turn.
static LLVMValueRef carries(const struct aw_uniformity *u, LLVMBasicBlockRef header, LLVMBasicBlockRef latch, LLVMValueRef value)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (varies(u, phi) && aw_llvm_incoming(phi, latch) == value)
			return phi;
	return NULL;
}

void aw_simd_find_kept(const struct aw_uniformity *u, struct aw_map *kept)
{
	for (uint32_t loop = 0; loop < u->loops.loops.count; loop++) {
		uint32_t from = AW_NONE, to = AW_NONE;
		LLVMBasicBlockRef header = u->cfg.blocks[u->loops.loops.items[loop].header];
		if (!u->divergent_loop[loop] || !find_exit(u, loop, &from, &to))
			continue;
		LLVMBasicBlockRef latch = latch_behind(u, loop, from);
		if (!latch)
			continue;
		LLVMValueRef phi = LLVMGetFirstInstruction(u->cfg.blocks[to]);
		for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
			LLVMValueRef value = aw_llvm_incoming(phi, u->cfg.blocks[from]);
			LLVMValueRef carried = varies(u, phi) && LLVMCountIncoming(phi) == 1 ? carries(u, header, latch, value) : NULL;
			if (!carried)
				continue;
			assert(LLVMTypeOf(phi) == LLVMTypeOf(carried) && LLVMGetInstructionParent(carried) == header);
			aw_need(aw_map_put(kept, phi, carried));
			aw_need(aw_map_put(kept, carried, carried));
		}
	}
}
