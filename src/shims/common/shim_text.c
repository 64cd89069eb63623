// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim_text.h"

bool aw_shim_text_add(aw_shim_text *text, const char *bytes, size_t size)
{
	char *more = realloc(text->bytes, text->size + size + 1);
	if (!more)
		return false;
	memcpy(more + text->size, bytes, size);
	text->bytes = more;
	text->size += size;
	more[text->size] = 0;
	return true;
}

bool aw_shim_text_print(aw_shim_text *text, const char *format, ...)
{
	char *line = NULL;
	va_list arguments;
	va_start(arguments, format);
	int size = vasprintf(&line, format, arguments);
	va_end(arguments);
	bool good = size >= 0 && aw_shim_text_add(text, line, (size_t)size);
	if (size >= 0)
		free(line);
	return good;
}

bool aw_shim_text_read(aw_shim_text *text, const char *path)
{
	char block[65536];
	size_t size;
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	bool good = aw_shim_text_add(text, "", 0);
	while (good && (size = fread(block, 1, sizeof(block), file)) > 0)
		good = aw_shim_text_add(text, block, size);
	good &= !ferror(file);
	fclose(file);
	return good;
}

bool aw_shim_text_write(const char *bytes, size_t size, const char *path)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	bool good = fwrite(bytes, 1, size, file) == size;
	return fclose(file) == 0 && good;
}

bool aw_shim_text_replace(aw_shim_text *text, const char *old, const char *new_text)
{
	aw_shim_text made = { 0 };
	const char *at = text->bytes;
	bool good = true;
	for (const char *next; (next = strstr(at, old)); at = next + strlen(old))
		good &= aw_shim_text_add(&made, at, (size_t)(next - at)) && aw_shim_text_add(&made, new_text, strlen(new_text));
	good &= aw_shim_text_add(&made, at, strlen(at));
	aw_shim_text_free(text);
	*text = made;
	return good;
}

void aw_shim_text_free(aw_shim_text *text)
{
	free(text->bytes);
	*text = (aw_shim_text){ 0 };
}

bool aw_shim_words_add(aw_shim_words *words, const char *format, ...)
{
	char **more = realloc(words->word, (size_t)(words->count + 2) * sizeof(*more));
	if (!more)
		return false;
	words->word = more;
	va_list arguments;
	va_start(arguments, format);
	int size = vasprintf(&more[words->count], format, arguments);
	va_end(arguments);
	if (size >= 0)
		words->count++;
	more[words->count] = NULL;
	return size >= 0;
}

void aw_shim_words_free(aw_shim_words *words)
{
	for (int i = 0; i < words->count; i++)
		free(words->word[i]);
	free(words->word);
	*words = (aw_shim_words){ 0 };
}
