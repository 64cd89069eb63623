// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     constexpr int f(int n) { vector<T> v(n); return v.size(); }  ->  inline    int f(int n) { vector<T> v(n); return v.size(); }
//
// What follows keeps its column.  A function that is inline or static by a word of its own, and a lambda, get blanks instead.
#include "constexpr_functions.h"

#include <string.h>

// Where a function's head begins and ends.
struct head {
	size_t begin, end;
};

static bool has_word(const struct aw_scan *scan, const struct head *head, const char *word)
{
	for (size_t at = head->begin; at < head->end; at++)
		if (aw_scan_is_word(scan, at, word) && aw_scan_opaque(scan, at) == at)
			return true;
	return false;
}

static bool free_head(const struct aw_scan *scan, const struct head *head, size_t *done, struct aw_str *out)
{
	static const char word[] = "constexpr";
	for (size_t at = head->begin, next; at < head->end; at = next) {
		next = aw_scan_opaque(scan, at);
		if (next != at)
			continue;
		next = at + 1;
		if (!aw_scan_is_word(scan, at, word) || at < *done)
			continue;
		size_t before = aw_scan_back(scan, at);
		bool lambda = before > 0 && scan->text[before - 1] == ')';
		bool blank = lambda || has_word(scan, head, "inline") || has_word(scan, head, "static");
		aw_str_add_bytes(out, scan->text + *done, at - *done);
		aw_str_format(out, "%-*s", (int)strlen(word), blank ? "" : "inline");
		*done = at + strlen(word);
		return true;
	}
	return false;
}

// The head of the function that is marked constexpr and that AT is in.
static bool find_head(const struct aw_scan *scan, size_t at, struct head *head)
{
	struct aw_scan_walk walk;
	size_t begin = 0;
	int inside = -1;
	*head = (struct head){ 0 };
	aw_scan_walk_begin(scan, "constexpr", "constexpr", &walk);
	while (aw_scan_walk_next(&walk) && walk.at <= at) {
		if (walk.function >= 0 && inside < 0)
			*head = (struct head){ begin, walk.at };
		inside = walk.function;
		if (inside < 0 && strchr(";{}", scan->text[walk.at]))
			begin = walk.at + 1;
	}
	return inside >= 0;
}

bool aw_constexpr_function_free(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	struct head head;
	(void)in_macro;
	return at < scan->size && find_head(scan, at, &head) && free_head(scan, &head, done, out);
}

bool aw_constexpr_declaration_free(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t begin = at;
	(void)in_macro;
	while (begin > *done && !strchr(";{}", scan->text[begin - 1]))
		begin--;
	return at < scan->size && aw_scan_is_name(scan, at) && free_head(scan, &(struct head){ begin, at }, done, out);
}
