// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags are read from what gcc and clang print for -###: the command line of their inner compiler, one word after another,
// some in quotes.
#include "host_wrapper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/str.h"

// Whether BASE is a compiler's own name, with the machine before it and the version behind: aarch64-linux-gnu-g++-12.
static bool is_compiler(const char *base)
{
	static const char *const names[] = { "g++", "gcc", "clang++", "clang", "c++", "cc" };
	const char *dash = strrchr(base, '-');
	bool has_version = dash && dash[1] && strspn(dash + 1, "0123456789.") == strlen(dash + 1);
	size_t length = has_version ? (size_t)(dash - base) : strlen(base);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t size = strlen(names[i]);
		if (length >= size && !memcmp(base + length - size, names[i], size) && (length == size || base[length - size - 1] == '-'))
			return true;
	}
	return false;
}

// The next word at *TEXT, which goes on behind it; NULL at the end.
static const char *next_word(const char **text)
{
	struct aw_str word = { 0 };
	const char *at = *text + strspn(*text, " \n");
	bool quoted = false;
	if (!*at)
		return NULL;
	for (; *at && (quoted || !strchr(" \n", *at)); at++) {
		if (*at == '"') {
			quoted = !quoted;
			continue;
		}
		if (*at == '\\' && at[1])
			at++;
		aw_str_add_bytes(&word, at, 1);
	}
	*text = at;
	return aw_text_keep(word.failed ? NULL : word.text ? word.text : strdup(""));
}

static void take_flags(const char *line, struct aw_words *flags)
{
	static const char *const taken[] = { "-I", "-isystem", "-D" };
	for (const char *word; (word = next_word(&line));)
		for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
			if (strcmp(word, taken[i]))
				continue;
			const char *value = next_word(&line);
			if (value && !aw_words_have(flags, aw_text("%s%s", word, value)))
				aw_words_addf(flags, "%s%s", word, value);
			break;
		}
}

void aw_host_wrapper_flags(const char *compiler, struct aw_words *flags)
{
	if (is_compiler(aw_text_base(compiler)))
		return;
	struct aw_words command = { 0 };
	aw_words_add_list(&command, compiler, "-###", "-x", "c++", "-E", "/dev/null", NULL);
	FILE *output = popen(aw_text("%s 2>&1", aw_words_quoted(&command)), "r");
	char *line = NULL;
	size_t size = 0;
	while (output && getline(&line, &size, output) >= 0)
		if (strstr(line, "cc1"))
			take_flags(line, flags);
	if (output)
		pclose(output); // a compiler that isn't there fails where it is called
	free(line);
	aw_words_finish(&command);
}
