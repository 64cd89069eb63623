// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `constexpr int n = object.member` where the object is a reference or pointer of unknown value: it isn't needed for a static
// member's value, so nvcc takes that as constant, as C++23 does; clang 19 refuses it.
#ifndef AW_AWCC_OBJECT_CONSTANTS_H
#define AW_AWCC_OBJECT_CONSTANTS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT up to the object at AT, and what is of its type and constant instead.  False, and nothing
// added, when no member is asked of a name there.
bool aw_object_constant_replace(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same for all in the list of arguments in <> behind the name at AT: `f<T, object.member>(1)`.
bool aw_object_constants_replace(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
