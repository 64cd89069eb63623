// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compute-sanitizer: runs a program on the CPU with its device code watched.  The runtime makes watched images from the bitcode that
// awcc puts into every program, so nothing need be compiled again; all that is done here is to tell it by environment
// variables.  The command line is that of NVIDIA's tool (Compute Sanitizer User Manual, "Command Line Options"), as far as it means
// something here.
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

struct settings {
	const char *tool, *exit_code, *limit, *file;
	const char *leaks, *calls, *copies, *frames, *processes;
	const char *names, *other_names, *regex, *other_regex, *skip, *count, *unused;
};

static const char usage[] =
	"Usage: compute-sanitizer [options] program [arguments]\n"
	"  --tool <tool>            memcheck (default): accesses that are out of bounds\n"
	"                           racecheck: hazards in shared memory\n"
	"                           initcheck: reads of device memory that nobody wrote\n"
	"                           synccheck: barriers that not all threads come to (every run reports these)\n"
	"  --leak-check <full|no>   memcheck: allocations that are never freed; default no\n"
	"  --report-api-errors <explicit|all|no>\n"
	"                           memcheck: calls of the interfaces that fail; default explicit, which is all\n"
	"  --check-api-memory-access <yes|no>\n"
	"                           initcheck: what copies read; default yes\n"
	"  --track-unused-memory <yes|no>\n"
	"                           initcheck: device memory that nobody writes to until it is freed; default no\n"
	"  --show-backtrace <yes|host|device|no>\n"
	"                           the host's calls for calls that fail and leaks; default yes\n"
	"  --target-processes <all> programs that this one starts are looked at, too; no other value is known\n"
	"  --kernel-name, --kernel-name-exclude <kne=NAME | kns=PART>[,...]\n"
	"                           only kernels with, or without, this name or a name with this part are looked at\n"
	"  --kernel-regex, --kernel-regex-exclude <expression>\n"
	"                           the same by an extended regular expression\n"
	"  --launch-skip <n>, --launch-count <n>\n"
	"                           of their launches, leave n out at first, and look at n; default 0, which is all\n"
	"  --log-file <file>        where findings go; default: standard output.  %p: the process, %q{NAME}: a variable\n"
	"  --error-exitcode <n>     exit code of the program when something was found; default: its own\n"
	"  --print-limit <n>        the most findings that are printed, 0: all; default 100\n"
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

static const struct aw_tool_option options[] = {
	{ "--tool", " memcheck racecheck initcheck synccheck ", offsetof(struct settings, tool) },
	{ "--leak-check", " full no ", offsetof(struct settings, leaks) },
	{ "--report-api-errors", " explicit all no ", offsetof(struct settings, calls) },
	{ "--check-api-memory-access", " yes no ", offsetof(struct settings, copies) },
	{ "--track-unused-memory", " yes no ", offsetof(struct settings, unused) },
	{ "--show-backtrace", " yes host device no ", offsetof(struct settings, frames) },
	{ "--target-processes", " all ", offsetof(struct settings, processes) },
	{ "--kernel-name", NULL, offsetof(struct settings, names) },
	{ "--kernel-name-exclude", NULL, offsetof(struct settings, other_names) },
	{ "--kernel-regex", NULL, offsetof(struct settings, regex) },
	{ "--kernel-regex-exclude", NULL, offsetof(struct settings, other_regex) },
	{ "--launch-skip", NULL, offsetof(struct settings, skip) },
	{ "--launch-count", NULL, offsetof(struct settings, count) },
	{ "--log-file", NULL, offsetof(struct settings, file) },
	{ "--error-exitcode", NULL, offsetof(struct settings, exit_code) },
	{ "--print-limit", NULL, offsetof(struct settings, limit) },
};

static const struct aw_tool tool = {
	.usage = usage,
	.version = "Compute Sanitizer of Anywarp 0.1",
	.version_letter = "-v",
	.options = options,
	.option_count = sizeof(options) / sizeof(*options),
	.fail = fail,
};

static int check_numbers(const struct settings *settings)
{
	const char *numbers[] = { settings->exit_code, settings->limit, settings->skip, settings->count };
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!is_number(numbers[i]))
			return fail("'%s' is no number", numbers[i]);
	return 0;
}

static bool is_yes(const char *value)
{
	return strcmp(value, "no") != 0;
}

// What ANYWARP_SANITIZE is to be (src/runtime/device/check.c).
static void name_tools(const struct settings *settings, char words[64])
{
	bool memory = !strcmp(settings->tool, "memcheck"), unset = !strcmp(settings->tool, "initcheck");
	snprintf(words, 64, "%s%s%s%s%s%s", settings->tool, unset && is_yes(settings->unused) ? ",unused" : "",
	         memory && is_yes(settings->leaks) ? ",leaks" : "",
	         memory && is_yes(settings->calls) ? ",calls" : "", unset && is_yes(settings->copies) ? ",copies" : "",
	         is_yes(settings->frames) && strcmp(settings->frames, "device") != 0 ? ",frames" : "");
}

// Which launches are looked at (src/runtime/device/check_kernels.c).  False without memory.
static bool name_kernels(const struct settings *settings)
{
	char *lines = NULL;
	int length = asprintf(&lines, "name=%s\nname-exclude=%s\nregex=%s\nregex-exclude=%s", settings->names ? settings->names : "",
	                      settings->other_names ? settings->other_names : "", settings->regex ? settings->regex : "",
	                      settings->other_regex ? settings->other_regex : "");
	bool good = length >= 0 && aw_tool_set("ANYWARP_SANITIZE_KERNELS", lines) && aw_tool_set("ANYWARP_SANITIZE_SKIP", settings->skip) &&
	            aw_tool_set("ANYWARP_SANITIZE_COUNT", settings->count);
	free(length < 0 ? NULL : lines);
	return good;
}

// Findings go to the file that PATTERN names, and what is written here, too.
static int open_log(const char *pattern)
{
	char *path = aw_tool_expand(pattern);
	if (!path)
		return fail("'%s' is no name of a file: behind %% there may be p, q{NAME} and %%", pattern);
	FILE *file = fopen(path, "we");
	int status = file ? 0 : fail("'%s' can't be written", path);
	if (file && (fputs("========= COMPUTE-SANITIZER\n", file) < 0 || fclose(file) != 0 || !aw_tool_set("ANYWARP_SANITIZE_FILE", path)))
		status = fail("'%s' can't be written", path);
	free(path);
	return status;
}

int main(int count, char **arguments)
{
	struct settings settings = { .tool = "memcheck", .exit_code = "0", .limit = "100", .leaks = "no", .calls = "explicit",
		                     .copies = "yes", .frames = "yes", .skip = "0", .count = "0", .unused = "no" };
	char **words = arguments + (count > 0), tools[64];
	int status = aw_tool_read_options(&tool, &words, &settings);
	if (status == 0)
		status = check_numbers(&settings);
	if (status == 0 && settings.file)
		status = open_log(settings.file);
	if (status)
		return status;
	name_tools(&settings, tools);
	bool watched = strcmp(settings.tool, "synccheck") != 0;
	bool good = setenv("ANYWARP_DEVICES", "cpu", 0) == 0 && aw_tool_name_compiler() && (!watched || aw_tool_set("ANYWARP_SANITIZE", tools));
	if (!good || !name_kernels(&settings) || !aw_tool_set("ANYWARP_SANITIZE_EXITCODE", settings.exit_code) ||
	    !aw_tool_set("ANYWARP_SANITIZE_LIMIT", settings.limit))
		return fail("%s", "no memory");
	if (!settings.file)
		printf("========= COMPUTE-SANITIZER\n");
	fflush(stdout);
	execvp(words[0], words);
	return fail("the program can't be started: %s", strerror(errno));
}
