// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `namespace space { template <class T> T f(T a); } template <class T> T space::f(T a, int b) { … }`: to g++ and nvcc that is one
// template more of the name, since the namespace has it for something; to clang, as in the standard, an error.
#ifndef AW_AWCC_NAMESPACE_MEMBERS_H
#define AW_AWCC_NAMESPACE_MEMBERS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, with the template of a function of which the name stands at AT defined within the namespace.  False,
// and nothing added, where there is none.
bool aw_namespace_member_enclose(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
