// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes every definition reach its uses again after control flow was rewritten.
#ifndef AW_COMPILER_SIMD_REPAIR_H
#define AW_COMPILER_SIMD_REPAIR_H

#include "../pipeline.h"

// Where a use of FUNCTION isn't dominated by its definition, the value goes through a slot in the entry block, for
// mem2reg.  On ways that don't come by the definition it is undefined.
void aw_simd_repair(struct aw_unit *unit, LLVMValueRef function);

#endif
