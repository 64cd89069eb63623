// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_LOWER_DIVISION_H
#define AW_COMPILER_LOWER_DIVISION_H

#include "../pipeline.h"

// Defines one division or remainder for a divisor of 0 and, with MINUS_ONE, for INT_MIN / -1; whether there was
// anything to do.
bool aw_define_division(struct aw_unit *unit, LLVMValueRef division, bool minus_one);

#endif
