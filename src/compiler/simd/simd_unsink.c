// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What whole gangs do and what some lanes do, in one place.  Of
//
//     if (n - tile >= 512) {                     // the block's decision: a whole tile
//         out[tile + x] = in[tile + x];
//         out[tile + x + 256] = in[tile + x + 256];
//     } else {
//         if (tile + x < n) out[tile + x] = in[tile + x];
//         if (tile + x + 256 < n) out[tile + x + 256] = in[tile + x + 256];
//     }
//
// LLVM makes one block of the last lines of both ways, to which whole gangs come from one and some lanes from the other.  For a gang that
// is masks for both, stores that never go past the caches, and an index of which nobody knows that it is one of a row of tiles.  So the
// ways by which no lane is missing get code of their own again.
//
// It undoes SinkCommonInsts of LLVM's SimplifyCFG, as simd_bases.c does where it has lanes choose an array.
#include "simd.h"

#include <assert.h>

#include "../analysis/need.h"
#include "simd_versions.h"

enum { MOST_COPIED = 200, MOST_ROUNDS = 16 };

struct unsink {
	struct aw_unit *unit;
	struct aw_uniformity u;
	AW_VEC(LLVMBasicBlockRef) whole; // ways to a block by which all lanes come
};

static bool accesses_memory(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
			return true;
	return false;
}

// Finds the ways to BLOCK by which all lanes come; false: it has no such, or no others.
static bool find_whole(struct unsink *unsink, uint32_t block)
{
	const struct aw_uniformity *u = &unsink->u;
	bool others = false;
	unsink->whole.count = 0;
	if (!u->partial[block] || !accesses_memory(u->cfg.blocks[block]))
		return false;
	AW_FOR_PREDECESSORS(&u->cfg.graph, block, from) {
		if (u->loops.innermost[*from] != u->loops.innermost[block] || aw_dominates(&u->dominators, block, *from))
			return false;
		if (!u->partial[*from] && !u->divergent_branch[*from])
			aw_need(aw_vec_push(&unsink->whole, u->cfg.blocks[*from]));
		else
			others = true;
	}
	return others && unsink->whole.count > 0;
}

// Has what follows FIRST use phis of its own in the place of those of BLOCK, before it.
static void give_phis(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMValueRef first)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMPositionBuilderBefore(builder, first);
		LLVMSetCurrentDebugLocation2(builder, NULL);
		LLVMValueRef own = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
		LLVMReplaceAllUsesWith(phi, own);
		LLVMAddIncoming(own, &phi, &block, 1);
	}
}

// Lets the phis of COPY have from WAY what BLOCK's had from there.
static void take_way(LLVMBasicBlockRef copy, LLVMBasicBlockRef block, LLVMBasicBlockRef way)
{
	LLVMValueRef next, phi = LLVMGetFirstInstruction(copy), of = LLVMGetFirstInstruction(block);
	for (; LLVMIsAPHINode(of); phi = next, of = LLVMGetNextInstruction(of)) {
		next = LLVMGetNextInstruction(phi);
		aw_llvm_replace(phi, aw_llvm_incoming(of, way));
	}
}

// Takes what comes from WAY from the phis of BLOCK.
static void drop_way(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef way)
{
	LLVMValueRef next;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(builder, phi);
		LLVMValueRef left = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			LLVMValueRef value = LLVMGetIncomingValue(phi, i);
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
			if (from != way)
				LLVMAddIncoming(left, &value, &from, 1);
		}
		aw_llvm_replace(phi, left);
	}
}

// Gives the ways that were found to BLOCK a copy of it, and of what follows it alone; false: that is too much, or can't be.
static bool part(struct unsink *unsink, LLVMBasicBlockRef block)
{
	LLVMBuilderRef builder = unsink->unit->builder;
	struct aw_versions versions = { .unit = unsink->unit };
	LLVMValueRef first = aw_llvm_skip_phis(LLVMGetFirstInstruction(block));
	bool good = aw_versions_collect(&versions, &unsink->u, first, MOST_COPIED);
	if (good) {
		LLVMBasicBlockRef way = aw_llvm_split_predecessors(block, unsink->whole.items, (unsigned)unsink->whole.count, "whole");
		LLVMBasicBlockRef own = aw_versions_split(&versions, first);
		give_phis(builder, block, LLVMGetFirstInstruction(own));
		LLVMBasicBlockRef copy = aw_versions_copy(&versions, own);
		assert(copy && "it accesses memory, so it is more than the return");
		take_way(copy, block, way);
		drop_way(builder, block, way);
		aw_llvm_end_anew(builder, way, NULL, copy, NULL);
	}
	aw_versions_finish(&versions);
	return good;
}

static bool part_one(struct unsink *unsink)
{
	for (uint32_t block = 1; block < unsink->u.cfg.count; block++)
		if (find_whole(unsink, block) && part(unsink, unsink->u.cfg.blocks[block]))
			return true;
	return false;
}

// Whether some block of FUNCTION may be one, before it is known what lanes do.
static bool has_candidate(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function) {
		LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
		if (use && LLVMGetNextUse(use) && accesses_memory(block))
			return true;
	}
	return false;
}

bool aw_simd_unsink(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct unsink unsink = { .unit = unit };
	bool changed = false, again = has_candidate(function);
	for (unsigned round = 0; again && round < MOST_ROUNDS; round++) {
		aw_uniformity_init(&unsink.u, unit, function, gang);
		again = part_one(&unsink);
		aw_uniformity_finish(&unsink.u);
		changed |= again;
	}
	aw_vec_finish(&unsink.whole);
	return changed;
}
