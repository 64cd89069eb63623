// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Macros that stand for a directive, `#define UNROLL #pragma unroll`.  C++ knows no directives that come of macros, but nvcc compiles
// what its preprocessor wrote, and there such a line is one.
#ifndef AW_AWCC_PRAGMA_MACROS_H
#define AW_AWCC_PRAGMA_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that such macros are operators: `#define UNROLL _Pragma("unroll")`.  False, and nothing added to
// OUT, when there are none.
bool aw_pragma_macros_turn(const char *text, size_t size, struct aw_str *out);

#endif
