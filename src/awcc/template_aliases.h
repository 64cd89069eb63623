// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `user<table>`, where user wants a `template <class...> class` and table has parameters of another kind behind those of types, all
// with defaults: nvcc takes it, clang doesn't.  An alias whose parameters are a pack of types, and which stands for the same
// classes, is put in front of the declaration and named instead.
#ifndef AW_AWCC_TEMPLATE_ALIASES_H
#define AW_AWCC_TEMPLATE_ALIASES_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT with the alias, up to the end of the declaration in which AT is the template's last name, an
// argument.  False, and nothing added, when it is none.
bool aw_template_alias_use(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
