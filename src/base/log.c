// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const level_names[] = { "error", "warning", "info", "debug" };

static int read_level(void)
{
	const char *wanted = getenv("ANYWARP_LOG");
	if (!wanted || !*wanted)
		return AW_LOG_ERROR;
	if (!strcmp(wanted, "warn"))
		return AW_LOG_WARN;
	for (int level = AW_LOG_ERROR; level <= AW_LOG_DEBUG; level++)
		if (!strcmp(wanted, level_names[level]))
			return level;
	return AW_LOG_ERROR;
}

int aw_log_enabled(enum aw_log_level level)
{
	static int shown = -1; // a race here only reads the environment twice
	if (__atomic_load_n(&shown, __ATOMIC_RELAXED) < 0)
		__atomic_store_n(&shown, read_level(), __ATOMIC_RELAXED);
	return (int)level <= __atomic_load_n(&shown, __ATOMIC_RELAXED);
}

void aw_log(enum aw_log_level level, const char *layer, const char *format, ...)
{
	if (!aw_log_enabled(level))
		return;
	char line[2048];
	int used = snprintf(line, sizeof(line), "anywarp: %s: %s: ", level_names[level], layer);
	va_list arguments;
	va_start(arguments, format);
	int more = vsnprintf(line + used, sizeof(line) - (size_t)used - 1, format, arguments);
	va_end(arguments);
	used += more < 0 ? 0 : more;
	if (used > (int)sizeof(line) - 2)
		used = (int)sizeof(line) - 2;
	line[used++] = '\n';
	fflush(stdout); // keeps the order of the program's own output and ours
	if (write(STDERR_FILENO, line, (size_t)used) < 0)
		return; // nobody listens
}
