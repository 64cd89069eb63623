// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     template <class T, int... N> void box::fill<T, N...>(T a)  ->  template <class T, int... N> void box::fill(T a)
#include "template_lists.h"

#include <string.h>

// The comma behind what stands at AT in a list, or the bracket that closes the list in front of END.
static size_t behind_item(const struct aw_scan *scan, size_t at, size_t end)
{
	while (at < end - 1 && scan->text[at] != ',') {
		size_t next = scan->text[at] == '<' ? aw_scan_behind_list(scan, at) : at;
		at = next > at ? next : aw_scan_step(scan, at, "([{");
	}
	return at;
}

// Whether the argument at AT is the name of the parameter that ends in front of PARAMETER, as it is or as a pack, and ends at END.
static bool is_own(const struct aw_scan *scan, size_t parameter, size_t at, size_t end)
{
	size_t behind = aw_scan_back(scan, parameter), name = aw_scan_word_back(scan, behind), length = behind - name;
	if (!length || end - at < length || memcmp(scan->text + name, scan->text + at, length))
		return false;
	size_t rest = aw_scan_gap(scan, at + length);
	return (aw_scan_is_at(scan, rest, "...") ? aw_scan_gap(scan, rest + strlen("...")) : rest) == end;
}

// Whether the list from ARGUMENTS to END gives each of the PARAMETERS, a list as well, to itself.
static bool are_own(const struct aw_scan *scan, size_t parameters, size_t arguments, size_t end)
{
	size_t parameters_end = aw_scan_behind_list(scan, parameters);
	bool own;
	do {
		size_t argument = aw_scan_gap(scan, arguments + 1);
		parameters = behind_item(scan, parameters + 1, parameters_end);
		arguments = behind_item(scan, arguments + 1, end);
		own = is_own(scan, parameters, argument, arguments);
	} while (own && parameters < parameters_end - 1 && arguments < end - 1);
	return own && parameters == parameters_end - 1 && arguments == end - 1;
}

bool aw_template_list_drop(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char word[] = "template";
	size_t list = at, parameters = 0;
	(void)in_macro;
	while (aw_scan_is_name(scan, list))
		list++;
	size_t begin = aw_scan_gap(scan, list), end = aw_scan_is_at(scan, begin, "<") ? aw_scan_behind_list(scan, begin) : begin;
	size_t head = aw_scan_gap(scan, aw_scan_declaration_of(scan, aw_scan_whole_name_back(scan, at)));
	while (aw_scan_is_word(scan, head, word)) {
		parameters = aw_scan_gap(scan, head + strlen(word));
		head = aw_scan_gap(scan, aw_scan_behind_list(scan, parameters));
	}
	if (at < *done || end == begin || !parameters || !are_own(scan, parameters, begin, end))
		return false;
	aw_str_add_bytes(out, scan->text + *done, list - *done);
	*done = end;
	return true;
}
