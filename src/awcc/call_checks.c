// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body is what stands in braces behind a declaration with a list of parameters; a template's is in braces behind one that begins with
// `template <class T>`, a member of a class template's too, or has a parameter of type auto.  Calls of members in templates are taken
// for such that depend on parameters, which the text doesn't tell.
#include "call_checks.h"

#include <string.h>

enum place { OUTSIDE, IN_FUNCTION, IN_TEMPLATE };

// Whether `template` and a list that isn't empty stand at AT.
static bool is_template(const struct aw_scan *scan, size_t at)
{
	static const char word[] = "template";
	if (!aw_scan_is_word(scan, at, word) || !aw_scan_is_at(scan, at = aw_scan_gap(scan, at + strlen(word)), "<"))
		return false;
	return !aw_scan_is_at(scan, aw_scan_gap(scan, at + 1), ">");
}

// Whether the list of parameters at OPEN, of no lambda, has one of type auto.
static bool has_auto(const struct aw_scan *scan, size_t open)
{
	size_t back = aw_scan_back(scan, open), end = aw_scan_behind_brackets(scan, open);
	if (back > 0 && scan->text[back - 1] == ']')
		return false;
	for (size_t at = open; at < end; at = aw_scan_step(scan, at, ""))
		if (aw_scan_is_word(scan, at, "auto"))
			return true;
	return false;
}

// What the braces at OPEN are of, whose declaration begins at BEGIN.
static enum place place_of_braces(const struct aw_scan *scan, size_t begin, size_t open)
{
	static const char *const words[] = { "struct", "class", "union", "enum", "namespace" };
	size_t back = aw_scan_back(scan, open);
	bool list = false, other = false;
	for (size_t at = begin, next; at < open; at = next) {
		if (is_template(scan, at) || (scan->text[at] == '(' && has_auto(scan, at)))
			return IN_TEMPLATE;
		list |= scan->text[at] == '(';
		other |= aw_scan_behind_word(scan, at, words, sizeof(words) / sizeof(*words)) != at;
		next = scan->text[at] == '#' ? aw_scan_behind_directive(scan, at) : aw_scan_step(scan, at, "(");
	}
	return list && (!other || scan->text[back - 1] == ')') ? IN_FUNCTION : OUTSIDE;
}

// Where PLACE is: in a template, if anything around it is one.
static enum place place_of(const struct aw_scan *scan, size_t place)
{
	struct aw_scan_walk walk;
	size_t begin = 0;
	int depths[] = { [IN_FUNCTION] = -1, [IN_TEMPLATE] = -1 }; // of the outermost braces of each kind that are open
	aw_scan_walk_begin(scan, "", "", &walk);
	while (aw_scan_walk_next(&walk) && walk.at < place) {
		char c = scan->text[walk.at];
		if (c == '{') {
			enum place of = place_of_braces(scan, begin, walk.at);
			if (of != OUTSIDE && depths[of] < 0)
				depths[of] = walk.depth;
		}
		for (enum place of = IN_FUNCTION; c == '}' && of <= IN_TEMPLATE; of++)
			if (walk.depth < depths[of])
				depths[of] = -1;
		if (strchr(";{}", c))
			begin = walk.at + 1;
	}
	return depths[IN_TEMPLATE] >= 0 ? IN_TEMPLATE : depths[IN_FUNCTION] >= 0 ? IN_FUNCTION : OUTSIDE;
}

// Whether the name at AT, of FUNCTION's beginning, is used without a call.
static bool is_address(const struct aw_scan *scan, size_t at, const char *function)
{
	size_t end = at;
	while (aw_scan_is_name(scan, end))
		end++;
	if (end == at || strncmp(scan->text + at, function, end - at) != 0 || function[end - at] != '\'')
		return false;
	end = aw_scan_gap(scan, end);
	if (aw_scan_is_at(scan, end, "<"))
		end = aw_scan_gap(scan, aw_scan_behind_list(scan, end));
	return end < scan->size && !strchr("({", scan->text[end]);
}

bool aw_call_checks_pass(const struct aw_scan *scan, size_t at, const char *error)
{
	static const char reference[] = ": error: reference to __device__ function '", call[] = ": error: no matching function for call to '";
	const char *function = strstr(error, reference);
	if (function && is_address(scan, at, function + strlen(reference)))
		return true;
	return !strstr(error, call) && place_of(scan, at) != IN_FUNCTION;
}
