// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What counts is the text between `asm (` and the first colon behind it; without a colon there are no operands, and
// clang takes % as it stands, too.  Only names of the PTX ISA's list are touched: a file may have the host's assembly, too.
#include "register_names.h"

#include <string.h>

#include "source_scan.h"

// Whether one % and the name of a special register stand at AT.
static bool is_register(const struct aw_scan *scan, size_t at)
{
	static const char *const names[] = {
#define AW_PTX_SREG(name, bits, function) name,
#include "../compiler/ptx/ptx_sregs.def"
#undef AW_PTX_SREG
	};
	if (scan->text[at] != '%' || (at > 0 && scan->text[at - 1] == '%'))
		return false;
	size_t length = 1;
	while (aw_scan_is_name(scan, at + length))
		length++;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcspn(names[i], ".") == length && !memcmp(names[i], scan->text + at, length))
			return true;
	return false;
}

// The place behind `asm volatile (` where that stands at AT, else AT.
static size_t behind_opening(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "__asm__", "__asm", "asm" }, *const kinds[] = { "__volatile__", "__volatile", "volatile" };
	size_t end = at;
	if (at > 0 && aw_scan_is_name(scan, at - 1))
		return at;
	for (size_t i = 0; i < 3 && end == at; i++)
		end += aw_scan_is_at(scan, at, words[i]) ? strlen(words[i]) : 0;
	if (end == at || aw_scan_is_name(scan, end))
		return at;
	end = aw_scan_blanks(scan, end);
	for (size_t i = 0; i < 3; i++)
		if (aw_scan_is_at(scan, end, kinds[i])) {
			end = aw_scan_blanks(scan, end + strlen(kinds[i]));
			break;
		}
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
	struct aw_str result = { 0 };
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
				aw_str_add_bytes(&result, text + done, at - done);
				aw_str_add(&result, "%");
				done = at;
			}
	}
	if (result.length) {
		aw_str_add_bytes(&result, text + done, size - done);
		aw_str_add_bytes(out, result.text, result.length);
	}
	bool changed = result.length > 0;
	aw_str_finish(&result);
	return changed;
}
