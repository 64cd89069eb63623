// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of simd_growing share: a local array whose numbers grow slowly (simd_growing_find.c), what else its loops load again and
// again (simd_growing_kept.c), and the change (simd_growing.c).
#ifndef AW_COMPILER_SIMD_GROWING_H
#define AW_COMPILER_SIMD_GROWING_H

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "simd.h"

// A number that goes up by one in each turn of LOOP, from START on; a turn follows while the next one isn't END.
struct aw_growing_counter {
	uint32_t loop;
	LLVMValueRef phi, next, comparison, end;
	uint64_t start;
};

struct aw_growing {
	struct aw_unit *unit;
	LLVMValueRef function;
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	LLVMValueRef array;                      // its alloca
	AW_VEC(LLVMValueRef) loads, stores;      // all accesses of it
	AW_VEC(LLVMValueRef) members;            // what is computed of its numbers and becomes its numbers
	struct aw_map ranks;                     // load or member -> rank + 1
	AW_VEC(struct aw_growing_counter) counters;
	LLVMValueRef growing;   // the store of numbers that grow
	uint32_t inner, outer;  // the loop in which it is, and the one around that
	AW_VEC(LLVMValueRef) reloads; // what the inner loop loads again in each turn of the outer one
	uint64_t constant;      // the greatest constant among the numbers
	uint64_t limit;         // numbers fit in a byte where the counters' ends are no greater
};

// Whether VALUE is an instruction in LOOP.
static inline bool aw_growing_is_in(const struct aw_growing *growing, uint32_t loop, LLVMValueRef value)
{
	return aw_loop_has_value(&growing->loops, &growing->cfg, loop, value);
}

// Whether ARRAY is such an array of FUNCTION's; fills in all that *GROWING, which is begun, has of it.
bool aw_growing_find(struct aw_growing *growing, LLVMValueRef array);

// Whether VALUE is a number as it is, no member: a constant, a bit or a counter.
bool aw_growing_is_leaf(struct aw_growing *growing, LLVMValueRef value);

// The number of 64 or 32 bits that LEAF is cut from; LEAF itself for others.
LLVMValueRef aw_growing_uncut(LLVMValueRef leaf);

// Which element ADDRESS, a load's or store's, is: a number of any bits, or NULL, and then *CONSTANT.
LLVMValueRef aw_growing_index(const struct aw_growing *growing, LLVMValueRef address, uint64_t *constant);

// Finds the reloads, before anything is changed.
void aw_growing_find_reloads(struct aw_growing *growing);
// Keeps in local arrays what they have loaded in the first turn of the outer loop; the counters are small.
void aw_growing_keep_reloads(const struct aw_growing *growing);

#endif
