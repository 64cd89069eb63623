// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `template <class T, int N> void box::fill<T, N>(T a) { … }`: to nvcc a function template defined with its own parameters for arguments
// is defined as without; clang takes the list for a partial specialization, which functions have none of.
#ifndef AW_AWCC_TEMPLATE_LISTS_H
#define AW_AWCC_TEMPLATE_LISTS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, without the list behind the name at AT of the template that is declared there.  False, and nothing
// added, where the list holds anything but the template's parameters in their order.
bool aw_template_list_drop(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
