// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special registers in inline PTX with operands are written with one % as a rule, `asm("mov.u32 %0, %laneid;" : "=r"(lane))`.
// nvcc takes what is no operand as it stands; clang takes %l for an escape and wants %%laneid.
#ifndef AW_AWCC_REGISTER_NAMES_H
#define AW_AWCC_REGISTER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that special registers of PTX have two % where assembly has operands.
// False, and nothing added to OUT, when there is nothing to do.
bool aw_register_names_escape(const char *text, size_t size, struct aw_str *out);

#endif
