// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What counts is the text between `asm (` and the first colon behind it; without a colon there are no operands, and
// clang takes % as it stands, too.  A file may have the host's assembly beside PTX, whose escapes are one letter before an
// operand (%b0, %l[end]); so a % before a letter and anything but a digit or a bracket is no escape in either.
#include "register_names.h"

#include <ctype.h>
#include <string.h>

#include "source_scan.h"

// Whether one % and the name of a register stand at AT.
static bool is_register(const struct aw_scan *scan, size_t at)
{
	return scan->text[at] == '%' && scan->text[at - 1] != '%' && at + 2 < scan->size && isalpha((unsigned char)scan->text[at + 1]) &&
	       !isdigit((unsigned char)scan->text[at + 2]) && scan->text[at + 2] != '[';
}

// Libraries' headers are looked at, too, and few have any.
static bool may_have_registers(const struct aw_scan *scan)
{
	const char *end = scan->text + scan->size;
	for (const char *sign = scan->text; sign < end && (sign = memchr(sign, '%', (size_t)(end - sign))); sign++)
		if (sign > scan->text && is_register(scan, (size_t)(sign - scan->text)))
			return true;
	return false;
}

bool aw_register_names_escape(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0, at = 0;
	if (!may_have_registers(&scan))
		return false;
	while (aw_scan_next_asm(&scan, &at)) {
		size_t end = aw_scan_asm_operands(&scan, at);
		for (; at < end; at++)
			if (is_register(&scan, at)) {
				aw_str_add_bytes(out, text + done, at - done);
				aw_str_add(out, "%");
				done = at;
			}
	}
	return aw_scan_rest(&scan, done, out);
}
