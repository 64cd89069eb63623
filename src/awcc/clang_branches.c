// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang_branches.h"

#include <string.h>

static const char asked[] = "__clang__", nobody[] = "__anywarp_nobody__";

// Rewrites the words in DIRECTIVE that ask for clang.
static void rewrite(const struct aw_scan *scan, size_t directive, size_t *done, struct aw_str *out)
{
	size_t end = aw_scan_behind_directive(scan, directive);
	for (size_t place = directive; place < end; place++) {
		if (place < *done || !aw_scan_is_word(scan, place, asked))
			continue;
		aw_str_add_bytes(out, scan->text + *done, place - *done);
		aw_str_add(out, nobody);
		*done = place + strlen(asked);
	}
}

// Rewrites the directives in front of AT by which the branches are told apart of which the first begins with FIRST.
static bool close_branches(const struct aw_scan *scan, size_t first, size_t at, size_t *done, struct aw_str *out)
{
	size_t before = *done, directive = first;
	int depth = 0;
	do {
		size_t word = aw_scan_gap(scan, directive + 1);
		depth += aw_scan_is_at(scan, word, "if");
		if (depth == 1)
			rewrite(scan, directive, done, out);
		depth -= aw_scan_is_word(scan, word, "endif");
	} while (aw_scan_next_directive(scan, &directive) && directive < at);
	return *done > before;
}

bool aw_clang_branch_close(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t open[64], directive = SIZE_MAX, depth = 0;
	while (!in_macro && at < scan->size && aw_scan_next_directive(scan, &directive) && directive < at) {
		size_t word = aw_scan_gap(scan, directive + 1);
		if (aw_scan_is_at(scan, word, "if") && depth < sizeof(open) / sizeof(*open))
			open[depth++] = directive;
		else if (aw_scan_is_word(scan, word, "endif") && depth)
			depth--;
	}
	for (; depth; depth--)
		if (close_branches(scan, open[depth - 1], at, done, out))
			return true;
	return false;
}

bool aw_clang_branch_is_at(const struct aw_scan *scan, size_t at)
{
	struct aw_str out = { 0 };
	size_t done = 0;
	bool found = aw_clang_branch_close(scan, at, false, &done, &out);
	aw_str_finish(&out);
	return found;
}
