// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `__shared__ T x;` in a function, where T has a constructor or destructor that does something.  nvcc
// warns and runs neither; clang refuses the variable.  And `__shared__ alignas(16) T x;`, whose order clang doesn't take.
#ifndef AW_AWCC_SHARED_OBJECTS_H
#define AW_AWCC_SHARED_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "source_scan.h"

// Rewrites TEXT, of SIZE bytes, so that clang takes them and makes no constructors' calls.  False, and nothing added to
// OUT, when there is nothing to do.
bool aw_shared_objects_mark(const char *text, size_t size, struct aw_str *out);

// Adds the text from *DONE on to OUT, with the declaration of the object at AT, which clang refused, rewritten so that no constructor is
// called.  False, and nothing added, where AT is no such declaration's first name, or has an initialiser, which nvcc refuses, too.
bool aw_shared_object_wrap(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
