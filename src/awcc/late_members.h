// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates that nobody instantiates and that name a member which their own class doesn't have, or assign to one that is constant: nvcc and
// g++ don't look, clang does.
#ifndef AW_AWCC_LATE_MEMBERS_H
#define AW_AWCC_LATE_MEMBERS_H

#include "source_scan.h"

// Adds the text from *DONE to END to OUT, with the object from BEGIN on put into the call of anywarp/bound_temporary.h.  False, and nothing
// added, when it is in one or begins before *DONE.
bool aw_bound_object(const struct aw_scan *scan, size_t begin, size_t end, size_t *done, struct aw_str *out);

// Adds the text from *DONE on to OUT up to the member's name at AT, in another form.  False, and nothing added, when there is no object
// before it, or has this form already.
bool aw_late_member_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

// The same for the constant member that the = at AT assigns to.
bool aw_constant_member_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
