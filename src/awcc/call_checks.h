// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nvcc looks whether the host calls functions of the device: it refuses all such calls in functions that are no templates, and in
// templates those by name that depend on no parameter.  It looks neither at instances of templates nor outside of functions, where
// constructors for members, base classes and variables stand, nor at what converts a value or takes a function's address.
#ifndef AW_AWCC_CALL_CHECKS_H
#define AW_AWCC_CALL_CHECKS_H

#include "source_scan.h"

// Whether nvcc looks at none of what clang's ERROR, a line, is about, which refuses a function of the device in one of the host or of
// both sides at AT.
bool aw_call_checks_pass(const struct aw_scan *scan, size_t at, const char *error);
// Whether AT is in an operand that nobody evaluates, as that of decltype, where nvcc lets either side name functions of the other.
bool aw_call_checks_unevaluated(const struct aw_scan *scan, size_t at);

#endif
