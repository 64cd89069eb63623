// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compute-sanitizer: runs a program on the CPU with its device code watched.  The runtime makes watched images from the bitcode that
// awcc puts into every program, so nothing need be compiled again; all that is done here is to tell it by environment
// variables.  The command line is that of NVIDIA's tool (Compute Sanitizer User Manual, "Command Line Options"), as far as it means
// something here.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/os.h"
#include "../base/str.h"

struct settings {
	const char *tool, *exit_code, *limit;
};

static const char usage[] =
	"Usage: compute-sanitizer [options] program [arguments]\n"
	"  --tool <tool>            memcheck (default): accesses that are out of bounds\n"
	"                           racecheck: hazards in shared memory\n"
	"                           synccheck: barriers that not all threads come to (every run reports these)\n"
	"  --error-exitcode <n>     exit code of the program when something was found; default: its own\n"
	"  --print-limit <n>        the most findings that are printed; default 100\n"
	"  --version, --help\n"
	"Functions and lines are those of the source; programs need not be compiled with -g or -lineinfo.\n";

static int fail(const char *format, const char *what)
{
	printf("========= Error: ");
	printf(format, what);
	printf("\n");
	return 1;
}

static bool is_number(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

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

static int read_options(char ***words, struct settings *settings)
{
	while (**words && (**words)[0] == '-') {
		const char *word = **words, *value;
		if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
			fputs(usage, stdout);
			exit(0);
		} else if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
			puts("Compute Sanitizer of Anywarp 0.1");
			exit(0);
		} else if ((value = take(words, "--tool"))) {
			settings->tool = value;
		} else if ((value = take(words, "--error-exitcode"))) {
			settings->exit_code = value;
		} else if ((value = take(words, "--print-limit"))) {
			settings->limit = value;
		} else {
			return fail("unknown option '%s'", word);
		}
	}
	if (strcmp(settings->tool, "memcheck") != 0 && strcmp(settings->tool, "racecheck") != 0 &&
	    strcmp(settings->tool, "synccheck") != 0)
		return fail("there is no tool '%s'; there are memcheck, racecheck and synccheck", settings->tool);
	if (!is_number(settings->exit_code) || !is_number(settings->limit))
		return fail("'%s' is no number", is_number(settings->limit) ? settings->exit_code : settings->limit);
	return **words ? 0 : fail("%s", "no program is named; --help tells how");
}

// Programs that are linked with the static runtime know nothing of the installation.
static bool name_compiler(void)
{
	char *self = aw_os_path_of((const void *)name_compiler), *bin = self ? aw_os_dirname(self) : NULL;
	char *path = bin ? aw_format("%s/../lib/libanywarp-compiler.so", bin) : NULL;
	bool good = path && (!aw_os_is_file(path) || setenv("ANYWARP_COMPILER", path, 0) == 0);
	free(path);
	free(bin);
	free(self);
	return good;
}

int main(int count, char **arguments)
{
	struct settings settings = { .tool = "memcheck", .exit_code = "0", .limit = "100" };
	char **words = arguments + (count > 0);
	int status = read_options(&words, &settings);
	if (status)
		return status;
	bool watched = strcmp(settings.tool, "synccheck") != 0;
	if (setenv("ANYWARP_DEVICES", "cpu", 0) != 0 || !name_compiler() ||
	    (watched && setenv("ANYWARP_SANITIZE", settings.tool, 1) != 0) ||
	    setenv("ANYWARP_SANITIZE_EXITCODE", settings.exit_code, 1) != 0 ||
	    setenv("ANYWARP_SANITIZE_LIMIT", settings.limit, 1) != 0)
		return fail("%s", "no memory");
	printf("========= COMPUTE-SANITIZER\n");
	fflush(stdout);
	execvp(words[0], words);
	return fail("the program can't be started: %s", strerror(errno));
}
