// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a form can become the code of a gang.
#ifndef AW_COMPILER_SIMD_ELIGIBLE_H
#define AW_COMPILER_SIMD_ELIGIBLE_H

#include "../analysis/uniformity.h"

// False when something in the function has no form for gangs; *INSTRUCTION is what and *REASON why.  AWAITING gets the operations
// that may wait for lanes in vain (AW_PARTING_STUCK), each a key.
bool aw_simd_eligible(const struct aw_unit *unit, const struct aw_uniformity *uniformity, struct aw_map *awaiting,
                      LLVMValueRef *instruction, const char **reason);

#endif
