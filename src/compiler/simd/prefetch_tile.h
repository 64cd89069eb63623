// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of which threads take several elements a block's threads apart, asked for row by row.
#ifndef AW_COMPILER_SIMD_PREFETCH_TILE_H
#define AW_COMPILER_SIMD_PREFETCH_TILE_H

#include "../pipeline.h"

// In FUNCTION, a form's code of one gang.
void aw_prefetch_tiles(struct aw_unit *unit, LLVMValueRef function);

#endif
