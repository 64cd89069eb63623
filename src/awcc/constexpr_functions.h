// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constexpr functions of class templates, and templates, with variables of types that aren't literal: nvcc takes them as long as
// none is part of a constant expression; clang takes them from C++23 on.
#ifndef AW_AWCC_CONSTEXPR_FUNCTIONS_H
#define AW_AWCC_CONSTEXPR_FUNCTIONS_H

#include "source_scan.h"

// Takes the word constexpr from the function that AT is in.  False where there is none behind DONE.
bool aw_constexpr_function_free(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// Takes it from the declaration whose name stands at AT.
bool aw_constexpr_declaration_free(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
