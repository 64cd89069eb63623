// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guide is told by its name on both sides of the arrow.  In front of it stands the end of something else, of template parameters
// or of a condition, or `explicit`: where words for one of the sides stand, it stays as it is.
#include "deduction_guides.h"

#include <string.h>

#include "function_sides.h"

static size_t behind_name(const struct aw_scan *scan, size_t at)
{
	while (aw_scan_is_name(scan, at))
		at++;
	return at;
}

static bool is_guide(const struct aw_scan *scan, size_t at)
{
	size_t end = behind_name(scan, at), next = aw_scan_gap(scan, end);
	if (end == at || !aw_scan_is_at(scan, next, "("))
		return false;
	next = aw_scan_gap(scan, aw_scan_behind_brackets(scan, next));
	if (!aw_scan_is_at(scan, next, "->"))
		return false;
	next = aw_scan_gap(scan, next + 2);
	size_t result_end = behind_name(scan, next);
	return result_end - next == end - at && !memcmp(scan->text + next, scan->text + at, end - at) &&
	       aw_scan_is_at(scan, aw_scan_gap(scan, result_end), "<");
}

// Whether a guide may begin behind END, the end of some word or sign.
static bool may_follow(const struct aw_scan *scan, size_t end)
{
	size_t word = aw_scan_word_back(scan, end);
	return word < end ? aw_scan_is_word(scan, word, "explicit") : end == 0 || strchr(">;{}:)", scan->text[end - 1]);
}

bool aw_deduction_guide_mark(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	if (at < *done || !is_guide(scan, at))
		return false;
	aw_function_sides_add(scan, at, done, out);
	return true;
}

bool aw_deduction_guides_mark(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	struct aw_scan_walk walk;
	size_t done = 0, last = 0; // behind what the walk saw last
	aw_scan_walk_begin(&scan, "__global__", "__device__", &walk);
	while (aw_scan_walk_next(&walk)) {
		size_t end = behind_name(&scan, walk.at);
		if (end > walk.at && walk.function < 0 && may_follow(&scan, last))
			aw_deduction_guide_mark(&scan, walk.at, false, &done, out);
		walk.next = end > walk.at ? end : walk.next;
		last = strchr(" \t\r\n", text[walk.at]) ? last : walk.next;
	}
	return aw_scan_rest(&scan, done, out);
}
