// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../../base/str.h"

static const struct aw_os_word words[] = {
	{ "memcheck", AW_CHECK_MEMORY }, { "racecheck", AW_CHECK_RACES }, { "initcheck", AW_CHECK_UNSET },
	{ "copies", AW_CHECK_COPIES },   { "leaks", AW_CHECK_LEAKS },     { "calls", AW_CHECK_CALLS },
	{ "frames", AW_CHECK_FRAMES },   { "unused", AW_CHECK_UNUSED },
};

static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	unsigned tools;
	int exit_code;   // of the process when something was found; 0: its own
	unsigned most;   // findings that are printed; 0: all
	FILE *out;
	unsigned errors, hazards, unprinted;
	size_t leaked_bytes;
	unsigned leaks;
} check = { .once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER };

static void read_environment(void)
{
	enum { MOST_BY_DEFAULT = 100 };
	const char *file = getenv("ANYWARP_SANITIZE_FILE");
	unsigned tools = aw_os_env_words("ANYWARP_SANITIZE", words, sizeof(words) / sizeof(*words));
	if (!tools)
		return;
	check.exit_code = (int)aw_os_env_long("ANYWARP_SANITIZE_EXITCODE", 0);
	check.most = (unsigned)aw_os_env_long("ANYWARP_SANITIZE_LIMIT", MOST_BY_DEFAULT);
	check.out = file && *file ? fopen(file, "ae") : stdout;
	if (!check.out) {
		aw_error("check", "'%s' can't be written to", file);
		check.out = stdout;
	}
	check.tools = tools;
}

void aw_check_print_frames(FILE *out, const struct aw_frames *frames, const char *when)
{
	fprintf(out, "=========     Saved host backtrace up to driver entry point at %s\n", when);
	aw_frames_print(frames, "=========         Host Frame: ", out);
}

unsigned aw_check_tools(void)
{
	pthread_once(&check.once, read_environment);
	return check.tools;
}

static FILE *begin(unsigned *count)
{
	pthread_mutex_lock(&check.lock);
	++*count;
	if (check.most && check.errors + check.hazards > check.most) {
		check.unprinted++;
		pthread_mutex_unlock(&check.lock);
		return NULL;
	}
	fflush(stdout);
	return check.out;
}

FILE *aw_check_begin_error(void)
{
	return begin(&check.errors);
}

FILE *aw_check_begin_hazard(void)
{
	return begin(&check.hazards);
}

void aw_check_end(FILE *out)
{
	fputs("========= \n", out);
	fflush(out);
	pthread_mutex_unlock(&check.lock);
}

void aw_check_leaked(size_t bytes, unsigned count)
{
	pthread_mutex_lock(&check.lock);
	check.leaked_bytes += bytes;
	check.leaks += count;
	pthread_mutex_unlock(&check.lock);
}

static const char *plural(unsigned count)
{
	return count == 1 ? "" : "s";
}

static void summarise(FILE *out)
{
	if (check.tools & AW_CHECK_LEAKS)
		fprintf(out, "========= LEAK SUMMARY: %zu bytes leaked in %u allocations\n", check.leaked_bytes, check.leaks);
	if (check.tools & AW_CHECK_RACES)
		fprintf(out, "========= RACECHECK SUMMARY: %u hazard%s displayed (%u error%s, 0 warnings)\n", check.hazards,
		        plural(check.hazards), check.hazards, plural(check.hazards));
	if (check.tools & ~(unsigned)(AW_CHECK_RACES | AW_CHECK_FRAMES))
		fprintf(out, "========= ERROR SUMMARY: %u error%s\n", check.errors, plural(check.errors));
	if (check.unprinted)
		fprintf(out, "========= ERROR SUMMARY: %u error%s not printed. Use --print-limit option to adjust the number of printed errors\n",
		        check.unprinted, check.unprinted == 1 ? " was" : "s were");
}

// The last of the library's destructors: devices have told of leaks before.
__attribute__((destructor(101))) static void finish(void)
{
	if (!check.tools)
		return;
	fflush(NULL);
	summarise(check.out);
	fflush(check.out);
	if (check.exit_code && (check.errors || check.hazards))
		_exit(check.exit_code);
}
