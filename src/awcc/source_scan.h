// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A look at a source's text that knows enough of C++ to skip comments and literals and to find launches.
#ifndef AW_AWCC_SOURCE_SCAN_H
#define AW_AWCC_SOURCE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

struct aw_scan {
	const char *text;
	size_t size;
};

// Whether WORD stands at AT, as it is or as no part of a longer name; whether a character of a name does.
bool aw_scan_is_at(const struct aw_scan *scan, size_t at, const char *word);
bool aw_scan_is_word(const struct aw_scan *scan, size_t at, const char *word);
bool aw_scan_is_name(const struct aw_scan *scan, size_t at);
size_t aw_scan_blanks(const struct aw_scan *scan, size_t at);
// The place behind END, or the end of the text.
size_t aw_scan_behind(const struct aw_scan *scan, size_t at, const char *end);
// The place behind a comment or literal that begins at AT; AT itself when none does.
size_t aw_scan_opaque(const struct aw_scan *scan, size_t at);
// Whether three brackets BRACKET stand at AT, with or without blanks; *END is the place behind them and
// *SPACED whether there are blanks.
bool aw_scan_triple(const struct aw_scan *scan, size_t at, char bracket, size_t *end, bool *spaced);
// The closing brackets that belong to a launch opened before AT; false when there are none.
bool aw_scan_close(const struct aw_scan *scan, size_t at, size_t *close, size_t *end, bool *spaced);

#endif
