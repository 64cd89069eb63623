// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors by hand for OpenMP peers that only stream: stores past the caches, which save the memory the
// reading of what is written over.  OpenMP has the clause nontemporal for it, which gcc reads and
// ignores, and clang does, too, unless it knows more of the alignment than a clause can say.
#ifndef AW_BENCH_LANES_H
#define AW_BENCH_LANES_H

enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));
typedef float unaligned_lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static inline lanes load(const float *from) { return *(const unaligned_lanes *)from; }

// TO is aligned to the vector.
static inline void stream(float *to, lanes value)
{
#if defined(__clang__)
	__builtin_nontemporal_store(value, (lanes *)to);
#else
	*(lanes *)to = value;
#endif
}

#endif
