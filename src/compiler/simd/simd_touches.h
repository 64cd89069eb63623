// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which gang of a block that is a row touches which bytes of shared memory, from barrier to barrier (simd_windows.c).
#ifndef AW_COMPILER_SIMD_TOUCHES_H
#define AW_COMPILER_SIMD_TOUCHES_H

#include "../../base/vec.h"
#include "../analysis/thread_numbers.h"
#include "simd.h"

struct aw_touch {
	LLVMValueRef instruction, object; // OBJECT: NULL where nobody knows
	uint32_t stretch;                 // when it was found
	bool reads, writes;
	unsigned size;
	int64_t *offsets;    // by thread, bytes from the object; NULL: not known
	const bool *present; // threads that come by, by number
};

// A stretch is what hangs together without a barrier that stays.
struct aw_touches {
	struct aw_unit *unit;
	LLVMValueRef function, dynamic; // DYNAMIC: the first variable found that stands for dynamic shared memory
	unsigned width, threads;
	struct aw_thread_numbers numbers;
	struct aw_map firsts;    // block -> the number of its first stretch + 1
	AW_VEC(uint32_t) joined; // stretch -> one that it is joined with, or itself
	AW_VEC(struct aw_touch) list;
	struct aw_map places;    // instruction -> its place in `list` + 1
	struct aw_map present;   // block -> bool[threads]
	AW_VEC(bool *) lists;
};

// Looks at FUNCTION, a form in its normal form of blocks that are a row of up to THREADS threads.
void aw_touches_init(struct aw_touches *touches, struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads);
void aw_touches_finish(struct aw_touches *touches);

uint32_t aw_touches_first(const struct aw_touches *touches, LLVMBasicBlockRef block);
// The number that stretch STRETCH, and those joined with it, go by.
uint32_t aw_touches_stretch(const struct aw_touches *touches, uint32_t stretch);
void aw_touches_join(struct aw_touches *touches, uint32_t a, uint32_t b);

// What INSTRUCTION touches; NULL: nothing that others see.
const struct aw_touch *aw_touches_of(const struct aw_touches *touches, LLVMValueRef instruction);
// The threads that come to BLOCK, as far as conditions on their number tell.
const bool *aw_touches_present(struct aw_touches *touches, LLVMBasicBlockRef block);
// Whether no gang touches a byte of OBJECT that another one writes, in stretches A and B; each goes by its own number.
bool aw_touches_own(const struct aw_touches *touches, LLVMValueRef object, uint32_t a, uint32_t b);
// Whether TOUCH is of stretch A or B.
static inline bool aw_touch_is_in(const struct aw_touches *touches, const struct aw_touch *touch, uint32_t a, uint32_t b)
{
	uint32_t own = aw_touches_stretch(touches, touch->stretch);
	return own == a || own == b;
}

#endif
