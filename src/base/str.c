// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "str.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct aw_str *string, size_t more)
{
	if (string->failed)
		return false;
	size_t needed = string->length + more + 1;
	if (needed <= string->capacity)
		return true;
	size_t capacity = string->capacity ? string->capacity : 64;
	while (capacity < needed)
		capacity *= 2;
	char *text = realloc(string->text, capacity);
	if (!text) {
		string->failed = true;
		return false;
	}
	string->text = text;
	string->capacity = capacity;
	return true;
}

void aw_str_add_bytes(struct aw_str *string, const void *bytes, size_t count)
{
	if (!reserve(string, count))
		return;
	if (count)
		memcpy(string->text + string->length, bytes, count);
	string->length += count;
	string->text[string->length] = '\0';
}

void aw_str_add(struct aw_str *string, const char *text)
{
	aw_str_add_bytes(string, text, strlen(text));
}

void aw_str_vformat(struct aw_str *string, const char *format, va_list arguments)
{
	va_list again;
	va_copy(again, arguments);
	int length = vsnprintf(NULL, 0, format, arguments);
	if (length >= 0 && reserve(string, (size_t)length)) {
		vsnprintf(string->text + string->length, (size_t)length + 1, format, again);
		string->length += (size_t)length;
	}
	va_end(again);
}

void aw_str_format(struct aw_str *string, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	aw_str_vformat(string, format, arguments);
	va_end(arguments);
}

void aw_str_cut(struct aw_str *string, size_t length)
{
	assert(length <= string->length);
	string->length = length;
	if (string->text)
		string->text[length] = '\0';
}

char *aw_str_take(struct aw_str *string)
{
	aw_str_add(string, "");
	char *text = string->failed ? NULL : string->text;
	if (!text)
		free(string->text);
	*string = (struct aw_str){ 0 };
	return text;
}

void aw_str_finish(struct aw_str *string)
{
	free(string->text);
	*string = (struct aw_str){ 0 };
}

char *aw_format(const char *format, ...)
{
	struct aw_str string = { 0 };
	va_list arguments;
	va_start(arguments, format);
	aw_str_vformat(&string, format, arguments);
	va_end(arguments);
	return aw_str_take(&string);
}

bool aw_starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool aw_ends_with(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);
	return length >= tail && memcmp(text + length - tail, suffix, tail) == 0;
}
