// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of simd_leavers share: a kernel's code between the places that all threads of the block come by.
//
//     simd_stages.c    finds these places and what lies between them
//     simd_skeleton.c  what threads that have left go on computing
//     simd_leavers.c   takes them past what only the others do
#ifndef AW_COMPILER_SIMD_STAGES_H
#define AW_COMPILER_SIMD_STAGES_H

#include "../analysis/cfg.h"
#include "../pipeline.h"

// Code that threads run through on their own, between places of the block: entered from GATE, which leads to HEAD and
// nowhere else, left by LANDING, which leads to NEXT.
struct aw_stage {
	LLVMBasicBlockRef gate; // of the block; holds phis only
	LLVMBasicBlockRef head;
	LLVMBasicBlockRef landing; // empty; NULL where no way leads on
	LLVMBasicBlockRef next;    // of the block
	bool leaves;  // threads may leave the kernel in it
	bool guarded; // threads may have left before
};

// A branch at which threads leave that have no barrier ahead.
struct aw_leaver {
	LLVMValueRef branch;
	LLVMBasicBlockRef first; // where those go on that leave
};

// Two of them, by numbers, whose threads run the same code before they are at the end.
struct aw_leaver_pair {
	size_t a, b;
};

struct aw_stages {
	struct aw_unit *unit;
	LLVMValueRef function;
	LLVMBasicBlockRef start, end; // the first block, local variables only; the return
	struct aw_map even; // branches that all threads of the block that come by take alike
	struct aw_map gone; // blocks that only threads run that leave -> the number of a leaver + 1
	AW_VEC(struct aw_leaver) leavers;
	AW_VEC(struct aw_leaver_pair) pairs;
	struct aw_map once; // the places of the block: start, end, barriers, branches that decide, gates
	struct aw_map gates;
	AW_VEC(struct aw_stage) list;
	struct aw_map number; // block -> its stage + 1
};

// Splits the blocks of the function and finds its stages.  False when a branch that isn't even decides what comes
// next for the block.
bool aw_stages_find(struct aw_stages *stages);

// The stage that BLOCK lies in, NULL for a place of the block.
struct aw_stage *aw_stage_of(const struct aw_stages *stages, LLVMBasicBlockRef block);

static inline bool aw_stages_is_gone(const struct aw_stages *stages, LLVMBasicBlockRef block)
{
	return aw_map_get(&stages->gone, block) != NULL;
}

static inline bool aw_stages_is_place(const struct aw_stages *stages, LLVMBasicBlockRef block)
{
	return aw_map_get(&stages->once, block) != NULL;
}

// --- simd_skeleton.c ---

// Values that threads have also when they have left the kernel.
struct aw_skeleton {
	const struct aw_stages *stages;
	struct aw_cfg cfg;
	struct aw_dominators *dominators;
	struct aw_loops *loops;
	struct aw_map lost;      // instructions that they don't have
	LLVMBasicBlockRef *anchors; // by stage: at its end what is moved up goes
};

void aw_skeleton_init(struct aw_skeleton *skeleton, const struct aw_stages *stages);
void aw_skeleton_finish(struct aw_skeleton *skeleton);

static inline bool aw_skeleton_has(const struct aw_skeleton *skeleton, LLVMValueRef value)
{
	return !aw_map_get(&skeleton->lost, value);
}

// Whether all threads of the block come to BRANCH, and none has left before.
bool aw_skeleton_is_of_all(const struct aw_skeleton *skeleton, LLVMValueRef branch);

// Moves what they have and need behind its stage to where they come by.
void aw_skeleton_raise(struct aw_skeleton *skeleton);

#endif
