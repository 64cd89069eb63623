// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static AW_VEC(char *) pool;

static void (*before_failure)(void);

void aw_text_on_failure(void (*clean_up)(void))
{
	before_failure = clean_up;
}

// Other threads may be at work, so nothing is torn down under them: no exit handlers, no destructors.
_Noreturn void aw_text_no_memory(void)
{
	fputs("nvcc fatal   : Memory allocation failure\n", stderr);
	if (before_failure)
		before_failure();
	_exit(1);
}

const char *aw_text(const char *format, ...)
{
	struct aw_str string = { 0 };
	va_list arguments;
	va_start(arguments, format);
	aw_str_vformat(&string, format, arguments);
	va_end(arguments);
	char *text = aw_str_take(&string);
	pthread_mutex_lock(&pool_lock);
	bool kept = text && aw_vec_push(&pool, text);
	pthread_mutex_unlock(&pool_lock);
	if (!kept)
		aw_text_no_memory();
	return text;
}

const char *aw_text_keep(char *made)
{
	if (!made)
		aw_text_no_memory();
	const char *text = aw_text("%s", made);
	free(made);
	return text;
}

void aw_text_finish(void)
{
	for (size_t i = 0; i < pool.count; i++)
		free(pool.items[i]);
	aw_vec_finish(&pool);
}

void aw_words_add(struct aw_words *words, const char *word)
{
	if (!aw_vec_push(words, word))
		aw_text_no_memory();
}

void aw_words_add_all(struct aw_words *words, const struct aw_words *more)
{
	for (size_t i = 0; i < more->count; i++)
		aw_words_add(words, more->items[i]);
}

void aw_words_add_list(struct aw_words *words, ...)
{
	va_list list;
	va_start(list, words);
	for (const char *word; (word = va_arg(list, const char *));)
		aw_words_add(words, word);
	va_end(list);
}

bool aw_words_have(const struct aw_words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (!strcmp(words->items[i], word))
			return true;
	return false;
}

void aw_words_finish(struct aw_words *words)
{
	aw_vec_finish(words);
}

static void add_quoted(struct aw_str *line, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "_-+=./,:@%^";
	if (*word && !word[strspn(word, plain)]) {
		aw_str_add(line, word);
		return;
	}
	aw_str_add(line, "\"");
	for (; *word; word++) {
		if (strchr("\"\\$`", *word))
			aw_str_add(line, "\\");
		aw_str_add_bytes(line, word, 1);
	}
	aw_str_add(line, "\"");
}

const char *aw_words_quoted(const struct aw_words *words)
{
	struct aw_str line = { 0 };
	for (size_t i = 0; i < words->count; i++) {
		if (i)
			aw_str_add(&line, " ");
		add_quoted(&line, words->items[i]);
	}
	if (line.failed)
		aw_text_no_memory();
	const char *text = aw_text("%s", line.text ? line.text : "");
	aw_str_finish(&line);
	return text;
}

const char *aw_text_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *aw_text_suffix(const char *path)
{
	const char *base = aw_text_base(path);
	const char *dot = strrchr(base, '.');
	return dot && dot != base ? dot : "";
}

const char *aw_text_stem(const char *path)
{
	const char *base = aw_text_base(path);
	return aw_text("%.*s", (int)(strlen(base) - strlen(aw_text_suffix(path))), base);
}

const char *aw_text_real_path(const char *path)
{
	char *real = realpath(path, NULL);
	return real ? aw_text_keep(real) : path;
}

static void say(const char *kind, const char *format, va_list arguments)
{
	struct aw_str line = { 0 };
	aw_str_format(&line, "nvcc %s: ", kind);
	aw_str_vformat(&line, format, arguments);
	if (line.failed)
		aw_text_no_memory();
	fprintf(stderr, "%s\n", line.text);
	aw_str_finish(&line);
}

void aw_fatal(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	say("fatal   ", format, arguments);
	va_end(arguments);
}

void aw_warning(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	say("warning ", format, arguments);
	va_end(arguments);
}
