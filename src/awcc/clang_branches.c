// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang_branches.h"

#include <string.h>

static const char asked[] = "__clang__", nobody[] = "__anywarp_nobody__";

// The directive of the innermost branch that AT is in; SIZE_MAX when it is in none.
static size_t branch_of(const struct aw_scan *scan, size_t at)
{
	size_t open[64], directive = SIZE_MAX;
	unsigned depth = 0;
	while (aw_scan_next_directive(scan, &directive) && directive < at) {
		size_t word = aw_scan_gap(scan, directive + 1);
		if (aw_scan_is_at(scan, word, "if") && depth < sizeof(open) / sizeof(*open))
			open[depth++] = directive;
		else if (aw_scan_is_at(scan, word, "el") && depth)
			open[depth - 1] = directive;
		else if (aw_scan_is_word(scan, word, "endif") && depth)
			depth--;
	}
	return depth ? open[depth - 1] : SIZE_MAX;
}

bool aw_clang_branch_close(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t directive = branch_of(scan, at), before = *done;
	if (in_macro || directive == SIZE_MAX || directive < *done ||
	    aw_scan_is_word(scan, aw_scan_gap(scan, directive + 1), "ifndef"))
		return false;
	size_t end = aw_scan_behind_directive(scan, directive);
	for (size_t place = directive; place < end; place++) {
		if (!aw_scan_is_word(scan, place, asked))
			continue;
		aw_str_add_bytes(out, scan->text + *done, place - *done);
		aw_str_add(out, nobody);
		*done = place + strlen(asked);
	}
	return *done > before;
}
