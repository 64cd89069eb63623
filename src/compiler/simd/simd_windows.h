// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of shared memory that gangs have for themselves from barrier to barrier (simd_windows.c).
#ifndef AW_COMPILER_SIMD_WINDOWS_H
#define AW_COMPILER_SIMD_WINDOWS_H

#include "simd.h"

enum { AW_WINDOW_VECTORS = 4, AW_WINDOW_PARTS = 4 };

// Stores that one gang makes one after the other and that write each element of its window once.
struct aw_window_group {
	LLVMValueRef last; // of the stores
	LLVMValueRef parts[AW_WINDOW_VECTORS]; // what was stored so far, vectors
	unsigned places[AW_WINDOW_VECTORS][AW_SIMD_MAX_WIDTH];
	unsigned count;
};

// How the lanes of a load or store lie in the window of their gang.
struct aw_window {
	LLVMValueRef object;  // the variable that it is a piece of
	int64_t start, step;  // bytes: from the variable to gang 0's, and from one gang's to that of the next, which is the window's size
	LLVMTypeRef element;
	unsigned size, parts; // of an element; how many neighbours a lane accesses: the members of a struct, or 1
	unsigned places[AW_SIMD_MAX_WIDTH]; // the number of each lane's first element
	struct aw_window_group *group;      // of a store
};

struct aw_windows {
	struct aw_map map; // load or store -> its place in `list` + 1
	AW_VEC(struct aw_window *) list;
	AW_VEC(struct aw_window_group *) groups;
};

// How many threads a block that is a row may have, in whole gangs of WIDTH lanes; BOUND: the most that the program says, or 0.
static inline unsigned aw_simd_row_threads(unsigned bound, unsigned width)
{
	unsigned most = bound && bound < AW_CPU_MAX_THREADS ? bound : AW_CPU_MAX_THREADS;
	return (most + width - 1) / width * width;
}

// Before the analysis: finds barriers of FUNCTION, a form in its normal form of blocks that are a row of up to THREADS threads, by which
// gangs exchange nothing, and marks them; then has stores that gangs make to places of their own made without a condition, and tells
// conditions on gangs from those on lanes.  Whether there was one.
bool aw_simd_relax_barriers(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads);
// Whether INSTRUCTION is a barrier that only waits, as __syncthreads() does, in scalar code.
bool aw_simd_is_plain_barrier(const struct aw_unit *unit, LLVMValueRef instruction);
// How many such barriers that have something on both sides there are in FUNCTION, scalar code in any form.
unsigned aw_simd_count_relaxed(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads);
// Whether BARRIER, or a call made in its place, is marked.
bool aw_simd_is_relaxed(LLVMValueRef barrier);

// Directly before the vectorizer builds: what loads and stores between marked barriers access.
void aw_simd_find_windows(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads, struct aw_windows *windows);
void aw_windows_finish(struct aw_windows *windows);
const struct aw_window *aw_windows_of(const struct aw_windows *windows, LLVMValueRef access);

// --- simd_window.c ---

// The vector that all lanes load.
LLVMValueRef aw_simd_load_window(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin);
// Stores VALUE of all lanes, or with what is stored last of its group.
void aw_simd_store_window(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin, LLVMValueRef value);
// Behind the vectorizer: shuffles of FUNCTION of what others have shuffled take it from where those do.
bool aw_simd_fold_shuffles(struct aw_unit *unit, LLVMValueRef function);

#endif
