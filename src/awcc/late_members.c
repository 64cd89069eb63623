// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     other.mean        ->  ::anywarp::bound(other).mean, of whose type nothing is known before the template is instantiated
//     list[0]->next()   ->  ::anywarp::bound(list[0])->next()
//     size = 0          ->  ::anywarp::bound(this)->size = 0, of a member that is constant
#include "late_members.h"

#include <string.h>

bool aw_bound_object(const struct aw_scan *scan, size_t begin, size_t end, size_t *done, struct aw_str *out)
{
	static const char call[] = "::anywarp::bound(";
	if (begin < *done || aw_scan_is_at(scan, begin, call))
		return false;
	aw_scan_enclose(scan, begin, end, call, ")", done, out);
	return true;
}

// The place of the brackets that end before END, or END.
static size_t brackets_back(const struct aw_scan *scan, size_t end)
{
	char last = end ? scan->text[end - 1] : '\0';
	return last == ')' || last == ']' ? aw_scan_back(scan, aw_scan_opening_back(scan, end, last == ')' ? "()" : "[]")) : end;
}

// Where the object begins that ends before END: a name or something in parentheses, with what is called or indexed, and what that is a
// member of.
static size_t object_back(const struct aw_scan *scan, size_t end)
{
	for (size_t at = end, next;; at = aw_scan_back(scan, next)) {
		for (next = brackets_back(scan, at); next != at; next = brackets_back(scan, at))
			at = next;
		next = aw_scan_whole_name_back(scan, aw_scan_word_back(scan, at));
		size_t before = aw_scan_back(scan, next);
		if (before > 0 && scan->text[before - 1] == '.')
			next = before - 1;
		else if (before > 1 && aw_scan_is_at(scan, before - 2, "->"))
			next = before - 2;
		else
			return aw_scan_gap(scan, next);
	}
}

// Where `.` or `->` begins in front of the member's name at AT; AT when there is none.
static size_t access_back(const struct aw_scan *scan, size_t at)
{
	size_t end = aw_scan_back(scan, at), word = aw_scan_word_back(scan, end);
	if (aw_scan_is_word(scan, word, "template"))
		end = aw_scan_back(scan, word);
	if (end > 0 && scan->text[end - 1] == '.')
		return end - 1;
	return end > 1 && aw_scan_is_at(scan, end - 2, "->") ? end - 2 : at;
}

bool aw_late_member_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t access = access_back(scan, at), end = aw_scan_back(scan, access);
	size_t begin = access < at ? object_back(scan, end) : at;
	(void)in_macro;
	return begin < end && aw_bound_object(scan, begin, end, done, out);
}

bool aw_constant_member_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t name = aw_scan_word_back(scan, aw_scan_back(scan, at));
	if (access_back(scan, name) < name)
		return aw_late_member_defer(scan, name, in_macro, done, out);
	if (name < *done || !aw_scan_is_name(scan, name) || !aw_scan_is_at(scan, at, "="))
		return false;
	aw_str_add_bytes(out, scan->text + *done, name - *done);
	aw_str_add(out, "::anywarp::bound(this)->");
	*done = name;
	return true;
}
