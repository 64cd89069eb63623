// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "../../base/os.h"
#include "../device/profile.h"

bool aw_hook_trace_on;

static bool prints, sums;
static _Thread_local uint64_t started;

__attribute__((constructor)) static void read_environment(void)
{
	prints = aw_os_env_long("ANYWARP_TRACE", 0) > 0;
	sums = aw_profile_words() & AW_PROFILE_CALLS;
	aw_hook_trace_on = prints || sums;
}

void aw_hook_trace_begin(void)
{
	started = aw_os_now();
}

static void print(const char *function, aw_status status, uint64_t nanoseconds)
{
	double microseconds = (double)nanoseconds * 1e-3;
	const struct aw_status_row *row = aw_status_find(status);
	char line[256];
	int length = snprintf(line, sizeof(line), "anywarp: trace: %s = %s, %.2f us, thread %d\n", function,
	                      row && row->runtime_name[0] ? row->runtime_name : "?", microseconds, (int)gettid());
	if (write(STDERR_FILENO, line, (size_t)length) < 0)
		return; // nobody listens
}

void aw_hook_trace_end(const char *function, aw_status status)
{
	uint64_t nanoseconds = aw_os_now() - started;
	if (prints)
		print(function, status, nanoseconds);
	if (sums)
		aw_profile_call(function, nanoseconds);
}
