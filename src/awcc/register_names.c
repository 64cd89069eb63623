// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What counts is the text between `asm (` and the first colon behind it; without a colon there are no operands, and
// clang takes % as it stands, too.  A file may have the host's assembly beside PTX, whose escapes are one letter before an
// operand (%b0, %l[end]); so a % before two letters is no escape in either.
#include "register_names.h"

#include <ctype.h>
#include <string.h>

#include "source_scan.h"

// Whether one % and the name of a register stand at AT.
static bool is_register(const struct aw_scan *scan, size_t at)
{
	return scan->text[at] == '%' && scan->text[at - 1] != '%' && at + 2 < scan->size && isalpha((unsigned char)scan->text[at + 1]) &&
	       (isalpha((unsigned char)scan->text[at + 2]) || scan->text[at + 2] == '_');
}

// The place behind `asm volatile (` where that stands at AT, else AT.
static size_t behind_opening(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "asm", "__asm", "__asm__" }, *const kinds[] = { "volatile", "__volatile", "__volatile__" };
	size_t end = aw_scan_behind_word(scan, at, words, 3);
	if (end == at)
		return at;
	end = aw_scan_behind_word(scan, end, kinds, 3);
	return end < scan->size && scan->text[end] == '(' ? end + 1 : at;
}

// The colon that ends the instructions from AT on; AT when there is none.
static size_t find_operands(const struct aw_scan *scan, size_t at)
{
	size_t place = at;
	for (int depth = 0; place < scan->size && depth >= 0;) {
		size_t next = aw_scan_opaque(scan, place);
		if (next == place && depth == 0 && scan->text[place] == ':')
			return place;
		depth += scan->text[place] == '(';
		depth -= next == place && scan->text[place] == ')';
		place = next != place ? next : place + 1;
	}
	return at;
}

bool aw_register_names_escape(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0, at = 0;
	while (at < size) {
		size_t next = aw_scan_opaque(&scan, at), opening = next == at ? behind_opening(&scan, at) : at;
		if (opening == at) {
			at = next != at ? next : at + 1;
			continue;
		}
		size_t end = find_operands(&scan, opening);
		for (at = opening; at < end; at++)
			if (is_register(&scan, at)) {
				aw_str_add_bytes(out, text + done, at - done);
				aw_str_add(out, "%");
				done = at;
			}
	}
	return aw_scan_rest(&scan, done, out);
}
