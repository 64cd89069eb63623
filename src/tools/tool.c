// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/os.h"
#include "../base/str.h"

// The value of option NAME at (*WORDS)[0], "NAME value" or "NAME=value", past which *WORDS goes; NULL when that isn't it, "" when
// there is no value.
static const char *take(char ***words, const char *name)
{
	size_t length = strlen(name);
	const char *word = **words;
	if (strncmp(word, name, length) != 0 || (word[length] && word[length] != '='))
		return NULL;
	if (word[length] == '=') {
		++*words;
		return word + length + 1;
	}
	const char *value = (*words)[1];
	*words += value ? 2 : 1;
	return value ? value : "";
}

bool aw_tool_is_word(const char *word, const char *name, const char *letter)
{
	return !strcmp(word, name) || !strcmp(word, letter);
}

static bool is_among(const char *value, const char *values)
{
	size_t length = strlen(value);
	for (const char *at = values; length && (at = strstr(at, value)); at++)
		if (at > values && at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

static bool read_flag(const struct aw_tool *tool, const char *word, void *settings)
{
	for (size_t i = 0; i < tool->flag_count; i++)
		if (!strcmp(word, tool->flags[i].name)) {
			*(bool *)((char *)settings + tool->flags[i].offset) = true;
			return true;
		}
	return false;
}

static int read_option(const struct aw_tool *tool, char ***words, void *settings)
{
	const char *word = **words, *value = NULL;
	size_t i = 0;
	while (i < tool->option_count && !(value = take(words, tool->options[i].name)))
		i++;
	if (!value)
		return tool->fail("unknown option '%s'", word);
	const struct aw_tool_option *option = &tool->options[i];
	if (option->values && !is_among(value, option->values)) {
		char *text = aw_format("'%s' for option '%s'; there are%s", value, option->name, option->values);
		int status = tool->fail("there is no %s", text ? text : value);
		free(text);
		return status;
	}
	*(const char **)((char *)settings + option->offset) = value;
	return 0;
}

int aw_tool_read_options(const struct aw_tool *tool, char ***words, void *settings)
{
	for (const char *word; (word = **words) && *word == '-';) {
		if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
			fputs(tool->usage, stdout);
			exit(0);
		}
		if (!strcmp(word, "--version") || !strcmp(word, tool->version_letter)) {
			puts(tool->version);
			exit(0);
		}
		if (read_flag(tool, word, settings)) {
			++*words;
			continue;
		}
		int status = read_option(tool, words, settings);
		if (status != 0)
			return status;
	}
	return **words ? 0 : tool->fail("%s", "no program is named; --help tells how");
}

char *aw_tool_expand(const char *pattern)
{
	struct aw_str text = { 0 };
	bool good = true;
	for (const char *at = pattern; *at && good; at++) {
		const char *end = aw_starts_with(at, "%q{") ? strchr(at, '}') : NULL;
		if (end) {
			char *name = strndup(at + 3, (size_t)(end - (at + 3)));
			const char *value = name ? getenv(name) : NULL;
			aw_str_add(&text, value ? value : "");
			free(name);
			at = end;
		} else if (aw_starts_with(at, "%p")) {
			aw_str_format(&text, "%d", (int)getpid());
			at++;
		} else {
			good = *at != '%' || *++at == '%';
			aw_str_add_bytes(&text, at, 1);
		}
	}
	char *path = good ? aw_str_take(&text) : NULL;
	aw_str_finish(&text);
	return path;
}

bool aw_tool_name_compiler(void)
{
	char *self = aw_os_path_of((const void *)aw_tool_name_compiler), *bin = self ? aw_os_dirname(self) : NULL;
	char *path = bin ? aw_format("%s/../lib/libanywarp-compiler.so", bin) : NULL;
	bool good = path && (!aw_os_is_file(path) || setenv("ANYWARP_COMPILER", path, 0) == 0);
	free(path);
	free(bin);
	free(self);
	return good;
}

bool aw_tool_set(const char *name, const char *value)
{
	return setenv(name, value, 1) == 0;
}
