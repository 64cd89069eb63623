// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     requires(T v) { v[0]; }  ->  ([] __attribute__((host, device)) { return requires(T v) { v[0]; }; }())
//
// One atomic constraint as before, so what subsumes it stays so.
#include "constraints.h"

#include <string.h>

static const char front[] = "([] __attribute__((host, device)) { return ", end[] = "; }())";

// Whether an expression may stand behind PLACE: not so behind a function's declaration, where a clause in parentheses has its body next.
static bool may_follow(const struct aw_scan *scan, size_t place)
{
	size_t back = aw_scan_back(scan, place), word = aw_scan_word_back(scan, back);
	if (word < back)
		return aw_scan_is_word(scan, word, "requires") || aw_scan_is_word(scan, word, "return");
	return back > 0 && strchr("=(&|!,<?:", scan->text[back - 1]);
}

// The place behind the requires-expression that begins at AT; AT when none does.
static size_t behind_expression(const struct aw_scan *scan, size_t at)
{
	static const char word[] = "requires";
	if (!aw_scan_is_word(scan, at, word) || !may_follow(scan, at))
		return at;
	size_t next = aw_scan_gap(scan, at + strlen(word));
	if (aw_scan_is_at(scan, next, "("))
		next = aw_scan_gap(scan, aw_scan_behind_brackets(scan, next));
	return aw_scan_is_at(scan, next, "{") ? aw_scan_behind_brackets(scan, next) : at;
}

bool aw_constraint_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	for (size_t begin = *done, next; begin < at; begin = next > begin ? next : begin + 1) {
		size_t behind = behind_expression(scan, begin);
		next = behind > begin ? behind : aw_scan_opaque(scan, begin);
		if (behind <= at)
			continue;
		if (aw_scan_is_behind(scan, begin, front))
			return false;
		aw_scan_enclose(scan, begin, behind, front, end, done, out);
		return true;
	}
	return false;
}
