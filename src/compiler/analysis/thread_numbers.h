// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What integers of one thread's code are for each thread of a block, where its x alone tells.
#ifndef AW_COMPILER_ANALYSIS_THREAD_NUMBERS_H
#define AW_COMPILER_ANALYSIS_THREAD_NUMBERS_H

#include "../../base/map.h"
#include "../../base/vec.h"
#include "../../fatbin/cpu_abi.h"
#include "../llvm.h"

struct aw_thread_numbers {
	unsigned threads;  // of a block, at most
	struct aw_map map; // value -> its place in `lists` + 1, which has NULL where it is not known
	AW_VEC(int64_t *) lists;
};

// THREADS: x is less than this, at most AW_CPU_MAX_THREADS.
void aw_thread_numbers_init(struct aw_thread_numbers *numbers, unsigned threads);
void aw_thread_numbers_finish(struct aw_thread_numbers *numbers);

// The number, sign extended, that VALUE, an integer of at most 64 bits, is in thread 0, 1, ...; NULL: it isn't known.
const int64_t *aw_thread_numbers_of(struct aw_thread_numbers *numbers, LLVMValueRef value);

// How many bytes POINTER is from the object that it leads into (aw_llvm_object), in each thread, in OFFSETS; false: it isn't known.
bool aw_thread_numbers_offsets(struct aw_thread_numbers *numbers, LLVMValueRef pointer, int64_t *offsets);

#endif
