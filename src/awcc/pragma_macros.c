// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All headers of a program are looked at, so the text is searched for the directive's word and only the lines that have it are read.
#include "pragma_macros.h"

#include <string.h>

#include "source_scan.h"

// The place behind blanks, and joints of continued lines, that begin at AT.
static size_t behind_blanks(const struct aw_scan *scan, size_t at)
{
	for (;;) {
		bool joint = aw_scan_is_at(scan, at, "\\\n");
		if (!joint && (at >= scan->size || (scan->text[at] != ' ' && scan->text[at] != '\t')))
			return at;
		at += joint ? 2 : 1;
	}
}

// Where the line begins that AT is in, with those that it continues.
static size_t line_of(const struct aw_scan *scan, size_t at)
{
	while (at > 0 && (scan->text[at - 1] != '\n' || (at > 1 && scan->text[at - 2] == '\\')))
		at--;
	return at;
}

// The place behind a macro's name and the blanks behind it, where the definition of one without parameters begins at AT, else SIZE_MAX.
static size_t behind_definition(const struct aw_scan *scan, size_t at)
{
	at = behind_blanks(scan, at);
	if (!aw_scan_is_at(scan, at, "#"))
		return SIZE_MAX;
	at = behind_blanks(scan, at + 1);
	if (!aw_scan_is_word(scan, at, "define"))
		return SIZE_MAX;
	size_t name = behind_blanks(scan, at + strlen("define")), end = name;
	while (aw_scan_is_name(scan, end))
		end++;
	at = behind_blanks(scan, end);
	return end > name && at > end ? at : SIZE_MAX;
}

// Adds what stands from AT to END as a string.
static void add_string(const struct aw_scan *scan, size_t at, size_t end, struct aw_str *out)
{
	aw_str_add(out, "\"");
	for (; at < end; at++) {
		char c = scan->text[at];
		bool joint = aw_scan_is_at(scan, at, "\\\n");
		aw_str_format(out, c == '"' || (c == '\\' && !joint) ? "\\%c" : "%c", c);
	}
	aw_str_add(out, "\"");
}

// Adds the macro whose text has the directive's word at WORD, in the line that begins at LINE, and the text from *DONE up to it.
static void turn(const struct aw_scan *scan, size_t line, size_t word, size_t *done, struct aw_str *out)
{
	size_t sign = behind_definition(scan, line), end = word + strlen("pragma");
	if (sign == SIZE_MAX || !aw_scan_is_at(scan, sign, "#") || behind_blanks(scan, sign + 1) != word)
		return;
	size_t last = aw_scan_behind_directive(scan, line), begin = behind_blanks(scan, end);
	for (end = begin; end < last && !aw_scan_is_at(scan, end, "//") && !aw_scan_is_at(scan, end, "/*");)
		end++;
	end = aw_scan_back(scan, end);
	aw_str_add_bytes(out, scan->text + *done, sign - *done);
	aw_str_add(out, "_Pragma(");
	add_string(scan, begin, end, out);
	aw_str_add(out, ")");
	*done = end;
}

bool aw_pragma_macros_turn(const char *text, size_t size, struct aw_str *out)
{
	static const char sought[] = "pragma";
	struct aw_scan scan = { text, size };
	size_t done = 0;
	for (const char *at = text; (at = memmem(at, size - (size_t)(at - text), sought, strlen(sought))); at++) {
		size_t word = (size_t)(at - text), line = line_of(&scan, word);
		if (line >= done && aw_scan_is_word(&scan, word, sought))
			turn(&scan, line, word, &done, out);
	}
	return aw_scan_rest(&scan, done, out);
}
