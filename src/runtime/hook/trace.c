// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "../../base/os.h"

bool aw_hook_trace_on;

static _Thread_local uint64_t started;

__attribute__((constructor)) static void read_environment(void)
{
	aw_hook_trace_on = aw_os_env_long("ANYWARP_TRACE", 0) > 0;
}

void aw_hook_trace_begin(void)
{
	started = aw_os_now();
}

void aw_hook_trace_end(const char *function, aw_status status)
{
	double microseconds = (double)(aw_os_now() - started) * 1e-3;
	const struct aw_status_row *row = aw_status_find(status);
	char line[256];
	int length = snprintf(line, sizeof(line), "anywarp: trace: %s = %s, %.2f us, thread %d\n", function,
	                      row ? row->runtime_name : "?", microseconds, (int)gettid());
	if (write(STDERR_FILENO, line, (size_t)length) < 0)
		return; // nobody listens
}
