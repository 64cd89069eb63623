// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand is a constraint, which is a string, and an expression in parentheses; a name in brackets may precede it.  So what
// lacks a comma is a closing parenthesis of the outermost level with a string or a bracket behind it.
#include "asm_commas.h"

// Whether another operand begins behind blanks and comments at AT.
static bool is_operand(const struct aw_scan *scan, size_t at)
{
	at = aw_scan_gap(scan, at);
	return at < scan->size && (scan->text[at] == '"' || scan->text[at] == '[');
}

// Adds the operands from AT on, with what precedes them from *DONE on, as far as commas are missing there; the place behind them.
static size_t add_operands(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out)
{
	for (int depth = 0; at < scan->size && depth >= 0;) {
		size_t next = aw_scan_opaque(scan, at);
		bool code = next == at, closes = code && scan->text[at] == ')';
		depth += (code && scan->text[at] == '(') - closes;
		at = code ? at + 1 : next;
		if (closes && depth == 0 && is_operand(scan, at)) {
			aw_str_add_bytes(out, scan->text + *done, at - *done);
			aw_str_add(out, ",");
			*done = at + (scan->text[at] == ' ');
		}
	}
	return at;
}

bool aw_asm_commas_add(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0, at = 0;
	while (aw_scan_next_asm(&scan, &at)) {
		size_t operands = aw_scan_asm_operands(&scan, at);
		at = operands == at ? at : add_operands(&scan, operands, &done, out);
	}
	return aw_scan_rest(&scan, done, out);
}

bool aw_asm_commas_add_from(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t end = aw_scan_back(scan, at);
	(void)in_macro;
	if (at < *done + 1 || end == 0 || scan->text[end - 1] != ')' || !is_operand(scan, at))
		return false;
	size_t before = at - (scan->text[at - 1] == ' ');
	aw_str_add_bytes(out, scan->text + *done, before - *done);
	aw_str_add(out, ",");
	*done = at;
	add_operands(scan, at, done, out);
	return true;
}
