// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts and commands of the shims that run awcc.
#ifndef AW_SHIMS_SHIM_TEXT_H
#define AW_SHIMS_SHIM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Bytes that grow; a zero follows the last one.
typedef struct aw_shim_text {
	char *bytes;
	size_t size;
} aw_shim_text;

// false: out of memory.
bool aw_shim_text_add(aw_shim_text *text, const char *bytes, size_t size);
bool aw_shim_text_print(aw_shim_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool aw_shim_text_read(aw_shim_text *text, const char *path);
bool aw_shim_text_write(const char *bytes, size_t size, const char *path);
// Puts NEW wherever the text has OLD.
bool aw_shim_text_replace(aw_shim_text *text, const char *old, const char *new_text);
void aw_shim_text_free(aw_shim_text *text);

// Arguments of a command, each its own; the last is NULL.
typedef struct aw_shim_words {
	char **word;
	int count;
} aw_shim_words;

bool aw_shim_words_add(aw_shim_words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void aw_shim_words_free(aw_shim_words *words);

#endif
