// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "log_listen.h"

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

static void (*listener)(enum aw_log_level level, const char *layer, const char *text);

void aw_log_listen(void (*wanted)(enum aw_log_level level, const char *layer, const char *text))
{
	__atomic_store_n(&listener, wanted, __ATOMIC_RELEASE);
}

void aw_log(enum aw_log_level level, const char *layer, const char *format, ...)
{
	void (*told)(enum aw_log_level, const char *, const char *) = __atomic_load_n(&listener, __ATOMIC_ACQUIRE);
	if (level > AW_LOG_WARN)
		told = NULL;
	if (!told && !aw_log_enabled(level))
		return;
	char line[2048];
	int used = snprintf(line, sizeof(line), "anywarp: %s: %s: ", level_names[level], layer), begin = used;
	va_list arguments;
	va_start(arguments, format);
	int more = vsnprintf(line + used, sizeof(line) - (size_t)used - 1, format, arguments);
	va_end(arguments);
	used += more < 0 ? 0 : more;
	if (used > (int)sizeof(line) - 2)
		used = (int)sizeof(line) - 2;
	if (told)
		told(level, layer, line + begin);
	if (!aw_log_enabled(level))
		return;
	line[used++] = '\n';
	fflush(stdout); // keeps the order of the program's own output and ours
	if (write(STDERR_FILENO, line, (size_t)used) < 0)
		return; // nobody listens
}
