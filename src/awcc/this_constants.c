// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class's name wouldn't do instead: what a base class has that depends on template parameters is found through `this` alone.
#include "this_constants.h"

#include <string.h>

bool aw_this_constant_qualify(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t arrow = aw_scan_gap(scan, at + strlen("this"));
	(void)in_macro;
	if (at < *done || !aw_scan_is_word(scan, at, "this") || !aw_scan_is_at(scan, arrow, "->"))
		return false;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, "::anywarp::class_at<decltype(this)>::type::");
	*done = arrow + strlen("->");
	return true;
}
