// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch_braces.h"

#include <string.h>

#include "source_scan.h"

// Names the lists among the first two arguments, the grid and the block, that stand from AT to END.
static void name_lists(const struct aw_scan *scan, size_t at, size_t end, size_t *done, struct aw_str *out)
{
	for (int i = 0; i < 2 && at < end; i++) {
		at = aw_scan_gap(scan, at);
		if (aw_scan_is_at(scan, at, "{")) {
			aw_str_add_bytes(out, scan->text + *done, at - *done);
			aw_str_add(out, "::dim3");
			*done = at;
		}
		while (at < end && scan->text[at] != ',') {
			size_t next = strchr("([{", scan->text[at]) ? aw_scan_behind_brackets(scan, at) : aw_scan_opaque(scan, at);
			at = next != at ? next : at + 1;
		}
		at++;
	}
}

bool aw_launch_braces_name(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0, next;
	for (size_t at = 0, close, end; at < size; at = next) {
		bool spaced;
		next = aw_scan_opaque(&scan, at);
		if (next != at)
			continue;
		next = at + 1;
		if (text[at] == '<' && aw_scan_triple(&scan, at, '<', &end, &spaced)) {
			next = end;
			if (aw_scan_close(&scan, end, &close, &end, &spaced))
				name_lists(&scan, next, close, &done, out);
		}
	}
	return aw_scan_rest(&scan, done, out);
}
