// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if constexpr (this->member)`: the object isn't needed for a static member's value, so nvcc takes that as constant, as C++23 does;
// clang 19 refuses it where the function isn't evaluated as a constant itself.
#ifndef AW_AWCC_THIS_CONSTANTS_H
#define AW_AWCC_THIS_CONSTANTS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT up to `this->` at AT, and the class instead (anywarp/this_class.h).  False, and nothing added,
// when that doesn't stand there.
bool aw_this_constant_qualify(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
