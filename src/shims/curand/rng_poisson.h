// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Poisson's distribution as a table for one word a number.
#ifndef AW_CURAND_RNG_POISSON_H
#define AW_CURAND_RNG_POISSON_H

#include "rng.h"

// LENGTH numbers from SHIFT on: a uniform number U is `shift + at`, where AT is LENGTH * U rounded down, below border[at], and else
// shift + other[at].
typedef struct aw_rng_poisson {
	double mean;
	uint32_t shift, length, *other;
	double *border;
} aw_rng_poisson;

// From this mean on numbers come from normal ones.
#define AW_RNG_POISSON_TABLES 2000.0

// false: out of memory.
bool aw_rng_poisson_make(double mean, aw_rng_poisson *table);
void aw_rng_poisson_free(aw_rng_poisson *table);
void aw_rng_poisson_numbers(aw_rng_family family, const aw_rng_poisson *table, const void *words, size_t count, uint32_t *out);

#endif
