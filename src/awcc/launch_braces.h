// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `kernel<<<{4, 4}, {16, 16}>>>()`: nvcc makes a dim3 of a list in braces, clang takes only expressions there.
#ifndef AW_AWCC_LAUNCH_BRACES_H
#define AW_AWCC_LAUNCH_BRACES_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that `::dim3` stands before such lists.  False, and nothing added to OUT, when there is none.
bool aw_launch_braces_name(const char *text, size_t size, struct aw_str *out);

#endif
