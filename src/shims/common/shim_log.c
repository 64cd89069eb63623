// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>
#include <stdio.h>

#include "shim.h"

// Errors are told at every level, as src/base/log.c does, which shims don't see.
void aw_shim_log_error(const char *library, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	fflush(stdout); // keeps the order of the program's own output and ours
	fprintf(stderr, "anywarp: error: %s: %s\n", library, text);
}
