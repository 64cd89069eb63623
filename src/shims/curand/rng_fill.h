// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filling memory with a generator's numbers.
#ifndef AW_CURAND_RNG_FILL_H
#define AW_CURAND_RNG_FILL_H

#include "rng.h"

// Dimensions of quasirandom generators.
enum { AW_RNG_DIMENSIONS = 20000 };

// Fills COUNT numbers in the order of the generator's stream, or at once for a generator of the host.
curandStatus_t aw_rng_fill(curandGenerator_t generator, const aw_rng_wish *wish, void *numbers, size_t count);
void aw_rng_release(void *generator);

#endif
