// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All arguments of that name in the declaration are replaced at once, as clang gives up at the first.
#include "template_aliases.h"

#include <string.h>

// Whether the text from BEGIN to END is an argument among others in <>.
static bool is_argument(const struct aw_scan *scan, size_t begin, size_t end)
{
	size_t before = aw_scan_back(scan, begin), behind = aw_scan_gap(scan, end);
	return before > 0 && strchr("<,", scan->text[before - 1]) && behind < scan->size && strchr(">,", scan->text[behind]);
}

bool aw_template_alias_use(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t begin = at, end = at;
	while (aw_scan_is_name(scan, end))
		end++;
	while (begin > 2 && aw_scan_is_at(scan, begin - 2, "::"))
		begin = aw_scan_word_back(scan, begin - 2);
	size_t start = aw_scan_declaration_of(scan, begin), length = end - begin;
	const char *name = scan->text + begin;
	if (in_macro || end == at || start < *done || !is_argument(scan, begin, end))
		return false;
	aw_str_add_bytes(out, scan->text + *done, start - *done);
	aw_str_format(out, " template <class... anywarp_T> using anywarp_alias_%zu_%zu = %.*s<anywarp_T...>;", scan->size, start, (int)length,
	              name);
	*done = start;
	for (size_t place = start; place < scan->size && !strchr(";{", scan->text[place]);) {
		size_t next = aw_scan_opaque(scan, place);
		if (next == place && !strncmp(scan->text + place, name, length) && is_argument(scan, place, place + length)) {
			aw_str_add_bytes(out, scan->text + *done, place - *done);
			aw_str_format(out, "anywarp_alias_%zu_%zu", scan->size, start);
			*done = next = place + length;
		}
		place = next == place ? place + 1 : next;
	}
	return true;
}
