// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// object.part.member  ->  (*(__typeof__(object.part)*)nullptr).member
// object->member      ->  (*(__typeof__(object))nullptr).member
//
// Nothing is read at the null pointer for a static member; any other is refused as before.
#include "object_constants.h"

#include <string.h>

static size_t behind_name(const struct aw_scan *scan, size_t at)
{
	while (aw_scan_is_name(scan, at))
		at++;
	return at;
}

bool aw_object_constant_replace(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t dot = at, next = behind_name(scan, at), end = next;
	bool is_pointer = false, more = true;
	(void)in_macro;
	while (more && end > dot) { // objects in objects up to the last member's
		size_t sign = aw_scan_gap(scan, end), name;
		bool arrow = aw_scan_is_at(scan, sign, "->");
		name = aw_scan_gap(scan, sign + (arrow ? 2 : 1));
		more = (arrow || aw_scan_is_at(scan, sign, ".")) && behind_name(scan, name) > name;
		if (more) {
			dot = end;
			next = sign + (arrow ? 2 : 1);
			is_pointer = arrow;
			end = behind_name(scan, name);
		}
	}
	if (at < *done || dot == at || aw_scan_is_word(scan, at, "this"))
		return false;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, "(*(__typeof__(");
	aw_str_add_bytes(out, scan->text + at, dot - at);
	aw_str_add(out, is_pointer ? "))nullptr)." : ")*)nullptr).");
	*done = next;
	return true;
}

bool aw_object_constants_replace(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	bool replaced = false;
	int depth = 0, parentheses = 0;
	while (at < scan->size && (aw_scan_is_name(scan, at) || aw_scan_is_at(scan, at, "::")))
		at = aw_scan_gap(scan, aw_scan_is_name(scan, at) ? behind_name(scan, at) : at + strlen("::"));
	for (; at < scan->size && !strchr(";{}", scan->text[at]); at++) {
		size_t behind = behind_name(scan, at);
		parentheses += (scan->text[at] == '(') - (scan->text[at] == ')');
		depth += !parentheses && scan->text[at] == '<';
		depth -= !parentheses && scan->text[at] == '>' && scan->text[at - 1] != '-';
		if (depth == 0)
			break;
		if (behind == at)
			continue;
		replaced |= aw_object_constant_replace(scan, at, in_macro, done, out);
		at = behind - 1;
	}
	return replaced;
}
