// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of gang_loops share: the code of one gang on its way to become the code of a block.
//
//     gang_span.c      whether it becomes that of several blocks
//     gang_tall.c      and of several rows of them
//     gang_regions.c   which of it the block does once, and which each gang does for itself, in regions
//     gang_tails.c     what ways between barriers share, made their own
//     gang_choices.c   what gangs load from few places, kept for the next ones
//     gang_state.c     what a gang keeps from one region to the next
//     gang_nest.c      the loops over the gangs
//     gang_line.c      one loop for the gangs of all blocks of a span
//     gang_jam.c       several gangs in a turn of them
//     gang_reach.c     those that have nothing to do left out
#ifndef AW_COMPILER_GANG_BLOCK_H
#define AW_COMPILER_GANG_BLOCK_H

#include "../analysis/block_uniformity.h"
#include "../analysis/need.h"
#include "../pipeline.h"

// Code that every gang runs through before any goes on: entered at HEAD, which holds nothing yet, and left at
// LATCH, from which one block-level block follows.
struct aw_gang_region {
	LLVMBasicBlockRef before; // of the block: leads to the head
	LLVMBasicBlockRef head;
	LLVMBasicBlockRef latch; // NULL: no way leads out of the region
	bool once; // it holds nothing that differs from gang to gang: no loop
};

struct aw_gang_block {
	struct aw_unit *unit;
	LLVMValueRef function;
	uint32_t width, geometry;
	uint32_t max_gangs;
	bool span; // the gangs are those of several blocks
	bool split; // or some of one
	bool tall; // the span may be several rows of blocks (gang_tall.c)
	bool alone; // there is one gang, whatever the block
	bool shares; // its gangs have shared memory
	uint32_t span_gangs; // of a span: the most gangs
	LLVMValueRef parting; // of a span: the barrier behind which its blocks go on one by one; NULL: they stay together
	LLVMBasicBlockRef parted; // once the regions are found: the block of that barrier
	LLVMBasicBlockRef start; // the entry: local variables; of the block
	struct aw_map once;      // the blocks that the block of threads runs through once
	struct aw_map number;    // of other blocks: their region + 1
	struct aw_map own;       // arrays of which each gang has an element
	AW_VEC(struct aw_gang_region) regions;
	struct aw_block_uniformity uniformity;
	const char *refusal; // why it can't be done, NULL while it can
	LLVMValueRef culprit;
};

// Whether the blocks of a form can be run side by side, as far as can be seen before its regions are found, and whether it
// is worth while.  *SPLIT: so can parts of a block.
bool aw_gang_span_fits(const struct aw_unit *unit, const struct aw_unit_form *form, bool *split);

// The barrier in FUNCTION, a form's, up to which its blocks can be run side by side, and to which it is worth while; NULL: there is none.
LLVMValueRef aw_gang_span_parting(const struct aw_unit *unit, const struct aw_unit_form *form, LLVMValueRef function);

// Makes what differs among the blocks of a span depend on the gang's block, behind the parting on the block whose turn it is (the
// marker aw.span.block).
void aw_gang_span_begin(struct aw_gang_block *block);

// Finds the regions and brings the function into the form described above.  False with the refusal set
// when there are none, and then the function is of no use any more.
bool aw_gang_regions_find(struct aw_gang_block *block);

// Before the search: copies little code to which ways from several barriers lead, where gangs may part before it.
void aw_gang_tails_copy(struct aw_gang_block *block);

// The region of a block, AW_NONE for one that is run through once.
uint32_t aw_gang_region_of(const struct aw_gang_block *block, LLVMBasicBlockRef of);

// Calls a marker (simd.h) where the builder stands.
LLVMValueRef aw_gang_place(struct aw_gang_block *block, const char *name);

// Whether an instruction calls a marker of the gang's place.
bool aw_gang_is_place(LLVMValueRef instruction);

// Keeps what gangs of a region gather from few places that are the same for all.
void aw_gang_choices_keep(struct aw_gang_block *block);

// Gives the values that are made in one region and used in another their storage.
void aw_gang_state_store(struct aw_gang_block *block);

// Puts the loops over the gangs around the regions that aren't run through once.
void aw_gang_nest_make(struct aw_gang_block *block);

#endif
