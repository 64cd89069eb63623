// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workers are pinned, each to a CPU of its own, or not, as ANYWARP_PIN says; without it at most one process
// of several pins its workers.
// LINK: runtime
// FLAGS: -Wno-missing-field-initializers
#include <dirent.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/cpu/device.h"

// Runs grids until all workers were started, or it takes too long.
static void employ(void)
{
	int *out = memory(4096);
	for (int i = 0; i < 8; i++) {
		CHECK_EQUAL(start("compute", (struct shape){ 500, 64 }, out, 200), AW_OK);
		usleep(2000);
		CHECK_EQUAL(driver->device->synchronize(device), AW_OK);
	}
}

// Threads of this process that may run on one CPU only; -1 when two of them share one.
static int pinned_threads(void)
{
	cpu_set_t seen;
	int count = 0;
	CPU_ZERO(&seen);
	DIR *tasks = opendir("/proc/self/task");
	for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
		cpu_set_t mask, both;
		if (entry->d_name[0] == '.' || sched_getaffinity(atoi(entry->d_name), sizeof(mask), &mask) != 0 || CPU_COUNT(&mask) != 1)
			continue;
		CPU_AND(&both, &seen, &mask);
		if (CPU_COUNT(&both) > 0)
			return -1;
		CPU_OR(&seen, &seen, &mask);
		count++;
	}
	closedir(tasks);
	return count;
}

// In a process of its own: its exit code is the number of pinned workers.  It stays until INPUT is closed.
static pid_t child(const char *setting, const int input[2], int output)
{
	pid_t process = fork();
	if (process != 0)
		return process;
	close(input[1]);
	if (setting)
		setenv("ANYWARP_PIN", setting, 1);
	else
		unsetenv("ANYWARP_PIN");
	open_device(0);
	employ();
	int count = pinned_threads();
	if (write(output, "", 1) != 1 || (read(input[0], &(char){ 0 }, 1) != 0))
		abort();
	_exit(count & 0xff);
}

static int code_of(pid_t process)
{
	int state = -1;
	waitpid(process, &state, 0);
	return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

int main(void)
{
	cpu_set_t mask;
	if (sched_getaffinity(0, sizeof(mask), &mask) != 0 || CPU_COUNT(&mask) < 2)
		return 77;
	build_fatbin();
	int wait_for[2], ready[2];
	pid_t processes[4];
	const char *settings[] = { NULL, NULL, "0", "1" };
	CHECK(pipe(wait_for) == 0 && pipe(ready) == 0);
	for (int i = 0; i < 4; i++) {
		processes[i] = child(settings[i], wait_for, ready[1]);
		CHECK(read(ready[0], &(char){ 0 }, 1) == 1); // it runs beside the next ones
	}
	close(wait_for[1]);
	int first = code_of(processes[0]), second = code_of(processes[1]);
	CHECK(first == 0 || second == 0);
	CHECK(first <= CPU_COUNT(&mask) && second <= CPU_COUNT(&mask));
	CHECK_EQUAL(code_of(processes[2]), 0);
	int forced = code_of(processes[3]);
	CHECK(forced >= 1 && forced <= CPU_COUNT(&mask));
	aw_str_finish(&fatbin);
	return unit_finish();
}
