// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `extern "C"__global__ void kernel()`: to C++11 a name right behind a literal is the literal's suffix, but where it is a macro, as
// the names of CUDA's attributes are for nvcc, g++ reads it as that.  clang doesn't.
#ifndef AW_AWCC_LITERAL_SUFFIXES_H
#define AW_AWCC_LITERAL_SUFFIXES_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that a blank stands between a literal and such a name.  False, and nothing added to OUT, when
// there is nothing to do.
bool aw_literal_suffixes_part(const char *text, size_t size, struct aw_str *out);

#endif
