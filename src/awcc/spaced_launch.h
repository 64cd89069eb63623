// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches whose brackets are written with blanks in them, `kernel<< <grid, block>> >(...)`, as
// formatters that know only C++ leave them.  nvcc takes them; clang's lexer wants `<<<` in one piece.
#ifndef AW_AWCC_SPACED_LAUNCH_H
#define AW_AWCC_SPACED_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that every launch has its brackets in one piece, blanks moved behind
// them: lines and columns stay as they are, but for those of the blanks.  False, and nothing added to
// OUT, when there is nothing to do.
bool aw_spaced_launch_repair(const char *text, size_t size, struct aw_str *out);
// The same for the text of any header, where the brackets have one blank at most, and little is done when there is nothing to do.
bool aw_spaced_launch_repair_at_glance(const char *text, size_t size, struct aw_str *out);

#endif
