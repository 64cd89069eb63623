// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spaced_launch.h"

#include <string.h>

#include "source_scan.h"

// Adds three brackets in one piece and then the blanks that stood in them from AT to END.
static void add_triple(const struct aw_scan *scan, size_t at, size_t end, struct aw_str *out)
{
	char bracket = scan->text[at];
	aw_str_add_bytes(out, (char[]){ bracket, bracket, bracket }, 3);
	for (; at < end; at++)
		if (scan->text[at] != bracket)
			aw_str_add_bytes(out, scan->text + at, 1);
}

bool aw_spaced_launch_repair(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0, at = 0;
	while (at < size) {
		size_t open_end, close, close_end, next = aw_scan_opaque(&scan, at);
		bool open_spaced, close_spaced;
		if (next != at) {
			at = next;
		} else if (text[at] != '<' || !aw_scan_triple(&scan, at, '<', &open_end, &open_spaced) ||
		           !aw_scan_close(&scan, open_end, &close, &close_end, &close_spaced) ||
		           !(open_spaced || close_spaced)) {
			at++;
		} else {
			aw_str_add_bytes(out, text + done, at - done);
			add_triple(&scan, at, open_end, out);
			aw_str_add_bytes(out, text + open_end, close - open_end);
			add_triple(&scan, close, close_end, out);
			at = done = close_end;
		}
	}
	return aw_scan_rest(&scan, done, out);
}

bool aw_spaced_launch_repair_at_glance(const char *text, size_t size, struct aw_str *out)
{
	bool opens = memmem(text, size, "<< <", 4) || memmem(text, size, "< <<", 4);
	bool closes = memmem(text, size, "<<<", 3) && (memmem(text, size, ">> >", 4) || memmem(text, size, "> >>", 4));
	return (opens || closes) && aw_spaced_launch_repair(text, size, out);
}
