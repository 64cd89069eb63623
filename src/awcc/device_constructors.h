// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the host makes an object of a class that has no constructor, nvcc asks no member's for which side it is, and those that are
// __device__ run on the host as they are; clang refuses the object, and doesn't say for which member.
#ifndef AW_AWCC_DEVICE_CONSTRUCTORS_H
#define AW_AWCC_DEVICE_CONSTRUCTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "source_scan.h"

// Marks the constructors that TEXT, of SIZE bytes, has for the device as the host's, too.  False, and nothing added
// to OUT, when there is none.
bool aw_device_constructors_lend(const char *text, size_t size, struct aw_str *out);

// Whether the name at AT is that of a constructor's declaration.
bool aw_device_constructor_is_at(const struct aw_scan *scan, size_t at);

// `__device__ box() = default;` is for the side that calls it: words for one mean nothing there.  Adds the text from *DONE on to OUT with
// the function of which the name stands at AT for both.  False, and nothing added, when there is none.
bool aw_device_default_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same with all constructors that the class has whose name stands at AT, by which members and base classes are made (call_checks.h).
bool aw_device_constructors_share_in(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
