// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `template class list<int>;` in front of the definitions of members that stand outside of their class: nvcc makes code for those, too,
// clang for such only as are defined before it.
#ifndef AW_AWCC_EARLY_INSTANTIATIONS_H
#define AW_AWCC_EARLY_INSTANTIATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that such instantiations stand behind the last of the definitions in the same scope.  False, and nothing
// added to OUT, when there is none.
bool aw_early_instantiations_move(const char *text, size_t size, struct aw_str *out);

#endif
