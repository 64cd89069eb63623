// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a loop carries and that are also its result.
#ifndef AW_COMPILER_SIMD_KEEP_H
#define AW_COMPILER_SIMD_KEEP_H

#include "../analysis/uniformity.h"

// Fills KEPT with the phis behind divergent loops that show what the loop carries: exit phi -> the header's phi, which
// then must keep the values of lanes that have left; and the header's phi -> itself.
void aw_simd_find_kept(const struct aw_uniformity *uniformity, struct aw_map *kept);

#endif
