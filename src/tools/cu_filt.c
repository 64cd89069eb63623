// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cu++filt [options] [NAME...]: prints names as the source has them, those given or all in the text of the standard input, as the CUDA
// toolkit's program of this name does.
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/demangle.h"
#include "tool.h"

static const char usage[] =
    "Usage : cu++filt [options] <symbol>...\n\n"
    "Without symbols the standard input is copied with its names demangled.\n\n"
    "--strip-underscore (-_)     take an underscore away from the front of names\n"
    "--no-params        (-p)     without the parameters of functions\n"
    "--help (-h), --version (-v)\n";

struct settings {
	bool strip, bare;
};

// Where the parameters of the function NAME begin: the bracket that its last one closes.
static size_t parameters_at(const char *name)
{
	size_t at = strlen(name);
	int depth = 0;
	while (at > 0 && name[at - 1] != ')')
		at--;
	for (; at > 0; at--) {
		depth += name[at - 1] == ')';
		depth -= name[at - 1] == '(';
		if (depth == 0)
			return at - 1;
	}
	return strlen(name);
}

static void print_name(const struct settings *settings, const char *name)
{
	bool strip = settings->strip && *name == '_';
	char *plain = strncmp(name + strip, "_Z", 2) == 0 ? aw_demangle(name + strip) : NULL;
	bool mangled = plain && strcmp(plain, name + strip) != 0;
	size_t length = mangled && settings->bare ? parameters_at(plain) : strlen(mangled ? plain : name);
	fwrite(mangled ? plain : name, 1, length, stdout);
	free(plain);
}

static bool is_name(int c)
{
	return isalnum(c) || c == '_' || c == '$' || c == '.';
}

static int filter(const struct settings *settings)
{
	char *name = NULL;
	size_t length = 0, room = 0;
	for (int c; (c = getchar()) != EOF || length;) {
		if (c != EOF && is_name(c)) {
			if (length + 1 >= room && !(name = realloc(name, room = 2 * room + 64)))
				return 1;
			name[length++] = (char)c;
			continue;
		}
		if (length) {
			name[length] = '\0';
			print_name(settings, name);
			length = 0;
		}
		if (c != EOF)
			putchar(c);
	}
	free(name);
	return 0;
}

int main(int count, char **words)
{
	struct settings settings = { 0 };
	int at = 1;
	dlopen("libstdc++.so.6", RTLD_NOW | RTLD_GLOBAL); // which aw_demangle asks
	for (; at < count && words[at][0] == '-'; at++) {
		if (aw_tool_is_word(words[at], "--help", "-h")) {
			fputs(usage, stdout);
			return 0;
		} else if (aw_tool_is_word(words[at], "--version", "-v")) {
			puts("cu++filt: Anywarp's demangler");
			return 0;
		} else if (aw_tool_is_word(words[at], "--strip-underscore", "-_")) {
			settings.strip = true;
		} else if (aw_tool_is_word(words[at], "--no-params", "-p")) {
			settings.bare = true;
		} else {
			fprintf(stderr, "cu++filt fatal   : Unknown option '%s'\n", words[at]);
			return 1;
		}
	}
	if (at == count)
		return filter(&settings);
	for (; at < count; at++) {
		print_name(&settings, words[at]);
		putchar('\n');
	}
	return 0;
}
