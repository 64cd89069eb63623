// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_LOWER_DIVISION_H
#define AW_COMPILER_LOWER_DIVISION_H

#include "../pipeline.h"

// Defines one division or remainder for a divisor of 0 and, with MINUS_ONE, for INT_MIN / -1; whether there was
// anything to do.
bool aw_define_division(struct aw_unit *unit, LLVMValueRef division, bool minus_one);

// Whether INSTRUCTION is a division or a remainder of integers.
bool aw_is_division(LLVMValueRef instruction);

// The divisor below what LLVM's optimiser makes of that guard against 0: umax(divisor, 1), perhaps frozen.  DIVISOR itself without one.
LLVMValueRef aw_plain_divisor(LLVMValueRef divisor);

#endif
