// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of Sobol's sequences.
#ifndef AW_CURAND_RNG_SOBOL_H
#define AW_CURAND_RNG_SOBOL_H

#include "rng_fill.h"

// Direction vectors, and the words that scramble a dimension.
typedef struct aw_rng_sobol_tables {
	uint32_t (*vectors32)[32];
	uint64_t (*vectors64)[64];
	uint32_t *scrambles32;
	uint64_t *scrambles64;
} aw_rng_sobol_tables;

// NULL: out of memory.
const aw_rng_sobol_tables *aw_rng_sobol_open(void);

#endif
