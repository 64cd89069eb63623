// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     ~file() { fclose(f); }  ->  __attribute__((host, device)) ~file() { __anywarp_host_body { fclose(f); }; }
#include "host_destructors.h"

#include <string.h>

#include "function_sides.h"

bool aw_host_destructor_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	if (at < *done || !aw_scan_is_at(scan, at, "~"))
		return false;
	if (aw_scan_whole_name_back(scan, at) != at)
		return aw_function_sides_join(scan, at, in_macro, done, out);
	size_t open = at;
	while (open < scan->size && !strchr("{;=", scan->text[open]))
		open = aw_scan_step(scan, open, "(");
	if (!aw_scan_is_at(scan, open, "{"))
		return false;
	size_t end = aw_scan_behind_brackets(scan, open);
	aw_function_sides_add(scan, at, done, out);
	aw_str_add_bytes(out, scan->text + at, open - at);
	aw_str_add(out, "{ " AW_HOST_DESTRUCTOR_BODY " ");
	aw_str_add_bytes(out, scan->text + open, end - open);
	aw_str_add(out, "; }");
	*done = end;
	return true;
}
