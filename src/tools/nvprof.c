// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvprof: runs a program and has the runtime tell how long kernels, copies and calls took, on all devices.  All that is done here is
// to tell the runtime by environment variables.  The command line is that of NVIDIA's tool (Profiler User's Guide, "nvprof"), as
// far as it means something here.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

struct settings {
	const char *file, *from_start, *unified, *api;
	bool csv, trace, summary, calls, children;
};

static const char usage[] =
	"Usage: nvprof [options] program [arguments]\n"
	"  --print-gpu-trace        each kernel, copy and fill, in order\n"
	"  --print-gpu-summary      sums over kernels, copies and fills of a name\n"
	"  --print-api-summary      sums over the interfaces' calls\n"
	"                           default: the two summaries\n"
	"  --profile-api-trace <none|runtime|driver|all>\n"
	"                           none: the default without calls\n"
	"  --profile-from-start <on|off>\n"
	"                           off: nothing counts until the program calls cudaProfilerStart(); default on\n"
	"  --csv                    values with commas between, times in milliseconds\n"
	"  --log-file <file>        where the tables go; default: standard error.  %p: the process, %q{NAME}: a variable\n"
	"  --unified-memory-profiling <mode>, --profile-child-processes\n"
	"                           without meaning here: child processes always have tables of their own\n"
	"  --version, --help\n";

static int fail(const char *format, const char *what)
{
	fprintf(stderr, "======== Error: ");
	fprintf(stderr, format, what);
	fprintf(stderr, "\n");
	return 1;
}

static const struct aw_tool_option options[] = {
	{ "--profile-api-trace", " none runtime driver all ", offsetof(struct settings, api) },
	{ "--profile-from-start", " on off ", offsetof(struct settings, from_start) },
	{ "--unified-memory-profiling", " off per-process-device ", offsetof(struct settings, unified) },
	{ "--log-file", NULL, offsetof(struct settings, file) },
};

static const struct aw_tool_flag flags[] = {
	{ "--print-gpu-trace", offsetof(struct settings, trace) },
	{ "--print-gpu-summary", offsetof(struct settings, summary) },
	{ "--print-api-summary", offsetof(struct settings, calls) },
	{ "--csv", offsetof(struct settings, csv) },
	{ "--profile-child-processes", offsetof(struct settings, children) },
};

static const struct aw_tool tool = {
	.usage = usage,
	.version = "nvprof of Anywarp 0.1",
	.version_letter = "-V",
	.options = options,
	.flags = flags,
	.option_count = sizeof(options) / sizeof(*options),
	.flag_count = sizeof(flags) / sizeof(*flags),
	.fail = fail,
};

// What ANYWARP_PROFILE is to be (src/runtime/device/profile.c).
static void name_words(const struct settings *settings, char words[64])
{
	bool chosen = settings->trace || settings->summary || settings->calls;
	snprintf(words, 64, "%s%s%s%s%s", settings->trace ? "trace," : "", !chosen || settings->summary ? "summary," : "",
	         settings->calls || (!chosen && strcmp(settings->api, "none") != 0) ? "calls," : "", settings->csv ? "csv," : "",
	         strcmp(settings->from_start, "off") == 0 ? "paused," : "");
}

static int open_log(const char *pattern)
{
	char *path = aw_tool_expand(pattern);
	if (!path)
		return fail("'%s' is no name of a file: behind %% there may be p, q{NAME} and %%", pattern);
	FILE *file = fopen(path, "we");
	int status = file && fclose(file) == 0 && aw_tool_set("ANYWARP_PROFILE_FILE", path) ? 0 : fail("'%s' can't be written", path);
	free(path);
	return status;
}

int main(int count, char **arguments)
{
	struct settings settings = { .from_start = "on", .api = "all" };
	char **words = arguments + (count > 0), text[64];
	int status = aw_tool_read_options(&tool, &words, &settings);
	if (status == 0 && settings.file)
		status = open_log(settings.file);
	if (status)
		return status;
	name_words(&settings, text);
	if (!aw_tool_name_compiler() || !aw_tool_set("ANYWARP_PROFILE", text))
		return fail("%s", "no memory");
	if (!settings.file) {
		fprintf(stderr, "==%d== NVPROF is profiling process %d, command:", (int)getpid(), (int)getpid());
		for (char **word = words; *word; word++)
			fprintf(stderr, " %s", *word);
		fprintf(stderr, "\n");
	}
	execvp(words[0], words);
	return fail("the program can't be started: %s", strerror(errno));
}
