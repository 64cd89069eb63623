// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of assembly without a comma between them, `asm("st.u32 [%1], %0;" :: "r"(value) "l"(place))`.  nvcc takes them, in
// device code and in host code; clang doesn't.
#ifndef AW_AWCC_ASM_COMMAS_H
#define AW_AWCC_ASM_COMMAS_H

#include <stdbool.h>
#include <stddef.h>

#include "source_scan.h"
#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that a comma stands between any two operands, in the place of a blank where there is one.
// False, and nothing added to OUT, when there is nothing to do.
bool aw_asm_commas_add(const char *text, size_t size, struct aw_str *out);
// The same for one statement, from an operand at AT on that clang didn't expect (refusals.h), behind *DONE.
bool aw_asm_commas_add_from(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
