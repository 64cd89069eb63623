// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's warning of a function's __shared__ variable whose constructor isn't run.  Clang refuses such a variable where the user
// declared it; once the declaration is mended (shared_objects.h), the header's macro warns of those that nvcc warns of, at a place of
// the mended text.  What is shown is the first message with the second one's text.
#ifndef AW_AWCC_SHARED_WARNINGS_H
#define AW_AWCC_SHARED_WARNINGS_H

#include "options.h"
#include "text.h"

// Adds those of MESSAGES, clang's of one compilation, to KEPT that refuse such variables.
void aw_shared_warnings_keep(const char *messages, struct aw_str *kept);
// Puts what is KEPT in the place of the macro's warnings in MESSAGES, as options and pragmas want it.  How many are errors.
unsigned aw_shared_warnings_tell(const struct aw_options *options, const char *kept, struct aw_str *messages);

#endif
