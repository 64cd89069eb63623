// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers have code for clang, under `#ifdef __clang__`, that g++ never sees and so nvcc doesn't: members for a type that is another one
// with clang on some other system.
#ifndef AW_AWCC_CLANG_BRANCHES_H
#define AW_AWCC_CLANG_BRANCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "source_scan.h"

// Rewrites the directive that AT is kept by, where it asks for clang, so that it asks for what nobody defines; DONE as in
// aw_scan_enclose.  False when there is none.
bool aw_clang_branch_close(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
