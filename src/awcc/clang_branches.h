// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs have code for clang, under `#ifdef __clang__`, that g++ never sees and so nvcc doesn't: members for a type that is another one
// with clang on some other system, headers that nobody has who has no clang.  Nothing is wrong there but for clang.
#ifndef AW_AWCC_CLANG_BRANCHES_H
#define AW_AWCC_CLANG_BRANCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "source_scan.h"

// Rewrites the directives that AT is kept by, where they ask for clang, so that they ask for what nobody defines; DONE as in
// aw_scan_enclose.  False when there are none.
bool aw_clang_branch_close(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
bool aw_clang_branch_is_at(const struct aw_scan *scan, size_t at);

#endif
