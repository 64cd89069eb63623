// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     template <class T> T a::b::f(T x) { … }  ->  namespace a { namespace b { template <class T> T f(T x) { … } } }
//
// The namespace is opened where the definition stands, from where its name was found.
#include "namespace_members.h"

#include <string.h>

// The place behind the body of the function whose name stands at AT; AT where it has none.
static size_t behind_body(const struct aw_scan *scan, size_t at)
{
	size_t end = at;
	while (end < scan->size && scan->text[end] != '{') {
		size_t next = aw_scan_opaque(scan, end);
		if (next == end && strchr(";}", scan->text[end]))
			return at;
		end = next > end ? next : strchr("([", scan->text[end]) ? aw_scan_behind_brackets(scan, end) : end + 1;
	}
	return end < scan->size ? aw_scan_behind_brackets(scan, end) : at;
}

bool aw_namespace_member_enclose(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t name = aw_scan_whole_name_back(scan, at), end = behind_body(scan, at), depth = 0;
	size_t start = aw_scan_gap(scan, aw_scan_declaration_of(scan, name));
	if (in_macro || name == at || start < *done || end == at || !aw_scan_is_word(scan, start, "template"))
		return false;
	aw_str_add_bytes(out, scan->text + *done, start - *done);
	for (size_t part = aw_scan_is_at(scan, name, "::") ? name + 2 : name; part < at; depth++) {
		size_t behind = part = aw_scan_gap(scan, part);
		while (aw_scan_is_name(scan, behind))
			behind++;
		aw_str_format(out, "namespace %.*s { ", (int)(behind - part), scan->text + part);
		part = aw_scan_gap(scan, behind) + strlen("::");
	}
	aw_str_add_bytes(out, scan->text + start, name - start);
	aw_str_add_bytes(out, scan->text + at, end - at);
	while (depth-- > 0)
		aw_str_add(out, " }");
	*done = end;
	return true;
}
