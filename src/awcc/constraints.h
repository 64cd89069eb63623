// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `concept indexed = requires(T v) { v[0]; };` asked for in a function of the host: to nvcc a type meets it by members of the device,
// too, as nothing there is called; to clang the function that asks decides, and for all that ask later.
#ifndef AW_AWCC_CONSTRAINTS_H
#define AW_AWCC_CONSTRAINTS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, with the requires-expression around AT asked for both sides.  False, and nothing added, when
// there is none or it is so already.
bool aw_constraint_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
