// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `template <class T> box(T, int) -> box<T>;`: to nvcc deduction guides are for host and device, to clang for the host unless they
// say more.  Those of the source and its own headers are marked at once, so that device code deduces by the same guides as the host;
// those of libraries when clang names one (refusals.h).
#ifndef AW_AWCC_DEDUCTION_GUIDES_H
#define AW_AWCC_DEDUCTION_GUIDES_H

#include "source_scan.h"

// Rewrites TEXT, of SIZE bytes, with all its deduction guides for both sides.  False, and nothing added to OUT, when there are none.
bool aw_deduction_guides_mark(const char *text, size_t size, struct aw_str *out);
// Adds the text from *DONE on to OUT up to AT, and that what begins there is for both sides.  False, and nothing added, when no
// deduction guide begins there.
bool aw_deduction_guide_mark(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
