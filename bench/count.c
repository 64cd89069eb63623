// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting instructions by single steps.  count_start forks: the child goes on as the program, the
// parent is its tracer and ends as it ends.  The child marks the beginning and end of what is counted
// by signals to itself; in between every thread is stepped, and the steps whose address lies in one
// of the wanted mappings are counted.  A step takes a few microseconds.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "count.h"

enum { BEGIN = SIGUSR1, END = SIGUSR2, MAX_RANGES = 16 };

static struct shared {
	volatile int traced;
	volatile long count;
	int ranges;
	struct {
		unsigned long first, end;
	} range[MAX_RANGES];
} *shared;

static void fail(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void interrupt_all(pid_t process)
{
	char path[64];
	snprintf(path, sizeof(path), "/proc/%d/task", process);
	DIR *tasks = opendir(path);
	if (!tasks)
		fail(path);
	for (struct dirent *entry; (entry = readdir(tasks));)
		if (entry->d_name[0] != '.')
			ptrace(PTRACE_INTERRUPT, atoi(entry->d_name), 0, 0);
	closedir(tasks);
}

static void count_step(pid_t thread)
{
	unsigned long address = (unsigned long)ptrace(PTRACE_PEEKUSER, thread, offsetof(struct user_regs_struct, rip), 0);
	for (int i = 0; i < shared->ranges; i++)
		shared->count += address >= shared->range[i].first && address < shared->range[i].end;
}

static _Noreturn void trace(pid_t process)
{
	int counting = 0;
	if (ptrace(PTRACE_SEIZE, process, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL) < 0)
		fail("ptrace");
	shared->traced = 1;
	for (;;) {
		int state;
		pid_t thread = waitpid(-1, &state, __WALL);
		if (thread < 0)
			fail("waitpid");
		if (!WIFSTOPPED(state)) {
			if (thread != process)
				continue;
			if (WIFSIGNALED(state))
				raise(WTERMSIG(state));
			exit(WEXITSTATUS(state));
		}
		int signal = state >> 16 ? 0 : WSTOPSIG(state);
		if (signal == BEGIN || signal == END) {
			counting = signal == BEGIN;
			if (counting)
				interrupt_all(process);
			signal = 0;
		} else if (signal == SIGTRAP) {
			if (counting)
				count_step(thread);
			signal = 0;
		}
		ptrace(counting ? PTRACE_SINGLESTEP : PTRACE_CONT, thread, 0, signal);
	}
}

void count_start(void)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		fail("mmap");
	pid_t process = fork();
	if (process < 0)
		fail("fork");
	if (process)
		trace(process);
	while (!shared->traced)
		usleep(1000);
}

static void find_ranges(const char *file)
{
	char line[512], rights[8];
	FILE *maps = fopen("/proc/self/maps", "r");
	if (!maps)
		fail("/proc/self/maps");
	shared->ranges = 0;
	while (shared->ranges < MAX_RANGES && fgets(line, sizeof(line), maps)) {
		unsigned long first, end;
		if (sscanf(line, "%lx-%lx %7s", &first, &end, rights) != 3 || rights[2] != 'x' || !strstr(line, file))
			continue;
		shared->range[shared->ranges].first = first;
		shared->range[shared->ranges++].end = end;
	}
	fclose(maps);
}

long count_instructions(void (*run)(void *argument), void *argument, const char *file)
{
	find_ranges(file);
	shared->count = 0;
	raise(BEGIN);
	run(argument);
	raise(END);
	return shared->count;
}
