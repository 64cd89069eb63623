// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A growable byte string.  An empty one is { 0 }; the text is always ended by a NUL that is not
// counted.  Running out of memory sets `failed`, after which every addition does nothing, so a
// caller may add freely and check once at the end.
#ifndef AW_BASE_STR_H
#define AW_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct aw_str {
	char *text; // NULL while nothing was added
	size_t length;
	size_t capacity;
	bool failed;
};

void aw_str_add(struct aw_str *string, const char *text);
void aw_str_add_bytes(struct aw_str *string, const void *bytes, size_t count);
void aw_str_format(struct aw_str *string, const char *format, ...) __attribute__((format(printf, 2, 3)));
void aw_str_vformat(struct aw_str *string, const char *format, va_list arguments);

// Cuts the string to LENGTH bytes, which must not be more than it has.
void aw_str_cut(struct aw_str *string, size_t length);

// Hands the text to the caller, who frees it, and empties the string.  NULL when an addition failed.
char *aw_str_take(struct aw_str *string);

// Frees the text; the string is empty again.
void aw_str_finish(struct aw_str *string);

// A new string made by printf, to be freed by the caller; NULL without memory.
char *aw_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

bool aw_starts_with(const char *text, const char *prefix);
bool aw_ends_with(const char *text, const char *suffix);

#endif
