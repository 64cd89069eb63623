// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a form can become the code of a gang.
#ifndef AW_COMPILER_SIMD_ELIGIBLE_H
#define AW_COMPILER_SIMD_ELIGIBLE_H

#include "../analysis/uniformity.h"

// False when something in the function has no form for gangs; *INSTRUCTION is what and *REASON why.
bool aw_simd_eligible(const struct aw_unit *unit, const struct aw_uniformity *uniformity, LLVMValueRef *instruction,
                      const char **reason);

#endif
