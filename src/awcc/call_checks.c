// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body is what stands in braces behind a declaration with a list of parameters; a template's is in braces behind one that begins with
// `template <class T>`, a member of a class template's too, or has a parameter of type auto.  Calls of members in templates are taken
// for such that depend on parameters, which the text doesn't tell.
#include "call_checks.h"

#include <string.h>

enum place { OUTSIDE, IN_CLASS, IN_FUNCTION, IN_TEMPLATE };

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
	static const char *const classes[] = { "struct", "class", "union" }, *const others[] = { "enum", "namespace" };
	size_t back = aw_scan_back(scan, open);
	bool list = false, class = false, other = false, value = false;
	for (size_t at = begin, next; at < open; at = next) {
		if (is_template(scan, at) || (scan->text[at] == '(' && has_auto(scan, at)))
			return IN_TEMPLATE;
		list |= scan->text[at] == '(';
		value |= scan->text[at] == '=';
		class |= aw_scan_behind_word(scan, at, classes, sizeof(classes) / sizeof(*classes)) != at;
		other |= aw_scan_behind_word(scan, at, others, sizeof(others) / sizeof(*others)) != at;
		next = scan->text[at] == '#' ? aw_scan_behind_directive(scan, at) : aw_scan_step(scan, at, "(");
	}
	if (list && ((!class && !other) || scan->text[back - 1] == ')'))
		return IN_FUNCTION;
	return class && !value ? IN_CLASS : OUTSIDE;
}

// Whether the declaration from BEGIN to PLACE is of a constructor with its members' initialisers.
static bool in_initialisers(const struct aw_scan *scan, size_t begin, size_t place)
{
	for (size_t at = begin; at < place; at = aw_scan_step(scan, at, "(")) {
		size_t behind = scan->text[at] == '(' ? aw_scan_gap(scan, aw_scan_behind_brackets(scan, at)) : at;
		if (behind > at && behind < place && aw_scan_is_at(scan, behind, ":") && !aw_scan_is_at(scan, behind, "::"))
			return true;
	}
	return false;
}

// Where PLACE is: in a class, if nothing nearer is around it, which is a function where its constructor CALLS one there; else in a
// template, if anything is.
static enum place place_of(const struct aw_scan *scan, size_t place, bool calls)
{
	enum { MOST = 64 };
	enum place places[MOST] = { OUTSIDE }, widest = OUTSIDE; // of the braces around it
	struct aw_scan_walk walk;
	size_t begin = 0;
	int depth = 0;
	aw_scan_walk_begin(scan, "", "", &walk);
	while (aw_scan_walk_next(&walk) && walk.at < place) {
		depth = walk.depth < 0 ? 0 : walk.depth < MOST ? walk.depth : MOST - 1;
		if (scan->text[walk.at] == '{')
			places[depth] = place_of_braces(scan, begin, walk.at);
		if (strchr(";{}", scan->text[walk.at]))
			begin = walk.at + 1;
	}
	if (places[depth] == IN_CLASS)
		return calls && in_initialisers(scan, begin, place) ? IN_FUNCTION : IN_CLASS;
	for (int i = 0; i <= depth; i++)
		widest = places[i] > widest ? places[i] : widest;
	return widest;
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
	static const char *const conversions[] = { "from returned value of type '", " for static_cast from '", " for C-style cast from '" };
	const char *function = strstr(error, reference);
	bool calls = strstr(error, call);
	if (function && is_address(scan, at, function + strlen(reference)))
		return true;
	for (size_t i = 0; i < sizeof(conversions) / sizeof(*conversions); i++)
		if (strstr(error, conversions[i]))
			return true;
	enum place place = place_of(scan, at, calls);
	return place <= IN_CLASS || (place == IN_TEMPLATE && !calls);
}

bool aw_call_checks_unevaluated(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "decltype", "sizeof", "noexcept" };
	for (size_t place = aw_scan_declaration_of(scan, at); place < at; place = aw_scan_step(scan, place, "")) {
		size_t open = aw_scan_behind_word(scan, place, words, sizeof(words) / sizeof(*words));
		if (open > place && aw_scan_is_at(scan, open, "(") && open < at && aw_scan_behind_brackets(scan, open) > at)
			return true;
	}
	return false;
}
