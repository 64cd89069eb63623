// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shim_book.h"

#include <stdlib.h>

static const char *variable(const char *prefix, const char *name)
{
	char text[64];
	snprintf(text, sizeof(text), "%s_LOG_%s", prefix, name);
	return getenv(text);
}

void aw_shim_book_read(struct aw_shim_book *book, const char *prefix)
{
	const char *level = variable(prefix, "LEVEL"), *mask = variable(prefix, "MASK"), *file = variable(prefix, "FILE");
	book->level = level ? atoi(level) : 0;
	book->mask = mask ? atoi(mask) : 0;
	if ((book->level || book->mask) && file)
		book->file = fopen(file, "we");
}

void aw_shim_book_call(const struct aw_shim_book *book, const char *function)
{
	enum { CALLS = 5 };
	if (book->disabled || !(book->level >= CALLS || (book->mask & 1 << (CALLS - 1))))
		return;
	if (book->callback)
		book->callback(CALLS, function, "called");
	else
		fprintf(book->file ? book->file : stdout, "[%s][%s]\n", book->library, function);
}

bool aw_shim_book_open(struct aw_shim_book *book, const char *name)
{
	FILE *file = name ? fopen(name, "we") : NULL;
	if (file)
		book->file = file;
	return file != NULL;
}

bool aw_shim_book_set_level(struct aw_shim_book *book, int level)
{
	bool valid = level >= 0 && level <= 5;
	if (valid)
		book->level = level;
	return valid;
}
