// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "str.h"

extern char **environ;

static aw_status status_of_errno(int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR: return AW_FILE_NOT_FOUND;
	case ENOMEM: return AW_NO_MEMORY;
	default: return AW_OPERATING_SYSTEM;
	}
}

static aw_status fail(const char *what, const char *path)
{
	int error = errno;
	aw_error("os", "cannot %s '%s': %s", what, path, strerror(error));
	return status_of_errno(error);
}

// Reads to the end of FILE; works for pipes too, whose size can't be asked for.
static aw_status read_all(int file, const char *path, struct aw_str *content)
{
	char buffer[65536];
	for (;;) {
		ssize_t got = read(file, buffer, sizeof(buffer));
		if (got == 0)
			return content->failed ? AW_NO_MEMORY : AW_OK;
		if (got > 0)
			aw_str_add_bytes(content, buffer, (size_t)got);
		else if (errno != EINTR)
			return fail("read", path);
	}
}

aw_status aw_os_read_file(const char *path, char **data, size_t *size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return fail("open", path);
	struct aw_str content = { 0 };
	aw_status status = read_all(file, path, &content);
	close(file);
	size_t length = content.length;
	char *text = aw_str_take(&content);
	if (status == AW_OK && !text)
		status = AW_NO_MEMORY;
	if (status == AW_NO_MEMORY)
		aw_error("os", "no memory for what is in '%s'", path);
	if (status != AW_OK) {
		free(text);
		return status;
	}
	*data = text;
	*size = length;
	return AW_OK;
}

static aw_status write_all(int file, const char *path, const char *data, size_t size)
{
	while (size) {
		ssize_t put = write(file, data, size);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return fail("write", path);
		data += put;
		size -= (size_t)put;
	}
	return AW_OK;
}

aw_status aw_os_write_file(const char *path, const void *data, size_t size)
{
	struct stat info;
	bool special = stat(path, &info) == 0 && !S_ISREG(info.st_mode); // a device or a pipe is written in place
	char *target = special ? aw_format("%s", path) : aw_format("%s.%d.tmp", path, (int)getpid());
	if (!target)
		return AW_NO_MEMORY;
	int file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	aw_status status = file < 0 ? fail("create", path) : write_all(file, path, data, size);
	if (file >= 0 && close(file) && status == AW_OK)
		status = fail("write", path);
	if (!special && status == AW_OK && rename(target, path))
		status = fail("create", path);
	if (!special && status != AW_OK && file >= 0)
		unlink(target);
	free(target);
	return status;
}

aw_status aw_os_make_temp_dir(char **path)
{
	const char *parent = getenv("TMPDIR");
	char *name = aw_format("%s/anywarp-XXXXXX", parent && *parent ? parent : "/tmp");
	if (!name)
		return AW_NO_MEMORY;
	if (!mkdtemp(name)) {
		aw_status status = fail("create directory", name);
		free(name);
		return status;
	}
	*path = name;
	return AW_OK;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
	(void)info, (void)kind, (void)walk;
	remove(path);
	return 0;
}

void aw_os_remove_tree(const char *path)
{
	nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

bool aw_os_is_file(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

bool aw_os_is_dir(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// msync with MS_ASYNC does nothing on Linux but to fail with ENOMEM where something isn't mapped.
bool aw_os_is_mapped(const void *address, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)address & ~(page - 1);
	return size <= UINTPTR_MAX - (uintptr_t)address && msync((void *)begin, (uintptr_t)address + size - begin, MS_ASYNC) == 0;
}

char *aw_os_path_of(const void *address)
{
	Dl_info info;
	if (address && dladdr(address, &info) && info.dli_fname && strchr(info.dli_fname, '/')) {
		char *path = realpath(info.dli_fname, NULL);
		if (path)
			return path;
	}
	return realpath("/proc/self/exe", NULL);
}

char *aw_os_dirname(const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return aw_format(".");
	return slash == path ? aw_format("/") : aw_format("%.*s", (int)(slash - path), path);
}

char *aw_os_find_program(const char *program)
{
	if (strchr(program, '/'))
		return access(program, X_OK) ? NULL : aw_format("%s", program);
	const char *at = getenv("PATH");
	while (at && *at) {
		size_t length = strcspn(at, ":");
		char *full = aw_format("%.*s/%s", (int)length, at, program);
		if (full && access(full, X_OK) == 0)
			return full;
		free(full);
		at += length + (at[length] == ':');
	}
	return NULL;
}

aw_status aw_os_spawn(char *const argv[], int *process)
{
	pid_t child;
	int error = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);
	if (error) {
		errno = error;
		return fail("start", argv[0]);
	}
	*process = (int)child;
	return AW_OK;
}

aw_status aw_os_wait(int process, int *exit_code)
{
	int state;
	while (waitpid(process, &state, 0) < 0)
		if (errno != EINTR)
			return fail("wait for", "child process");
	*exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
	return AW_OK;
}

uint64_t aw_os_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t aw_os_thread_time(void)
{
	struct timespec time;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// How many CPUs' time the control group of a container has, rounded up; UINT_MAX without a limit.
static unsigned cpu_quota(void)
{
	long long quota = -1, period = 0;
	FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
	if (file && fscanf(file, "%lld %lld", &quota, &period) != 2)
		quota = -1; // "max"
	if (file)
		fclose(file);
	return quota > 0 && period > 0 && quota / period < UINT_MAX - 1 ? (unsigned)((quota + period - 1) / period) : UINT_MAX;
}

unsigned aw_os_cpu_count(void)
{
	static _Atomic unsigned known; // a thread that asks later may be pinned
	unsigned count = known;
	if (count > 0)
		return count;
	cpu_set_t allowed;
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0 && CPU_COUNT(&allowed) > 0)
		count = (unsigned)CPU_COUNT(&allowed);
	else
		count = online > 0 ? (unsigned)online : 1;
	unsigned quota = cpu_quota();
	known = count = quota < count ? quota : count;
	return count;
}

long aw_os_env_long(const char *name, long fallback)
{
	const char *text = getenv(name);
	if (!text || !*text)
		return fallback;
	char *end;
	long value = strtol(text, &end, 0);
	if (!*end)
		return value;
	aw_warn("os", "%s='%s' is not a number; using %ld", name, text, fallback);
	return fallback;
}

unsigned aw_os_env_words(const char *variable, const struct aw_os_word *words, size_t count)
{
	const char *text = getenv(variable);
	unsigned bits = 0;
	while (text && *text) {
		size_t length = strcspn(text, ","), i = 0;
		while (i < count && (strlen(words[i].name) != length || memcmp(words[i].name, text, length) != 0))
			i++;
		if (i < count)
			bits |= words[i].bits;
		else
			aw_error("os", "%s: there is no '%.*s'; docs/environment.md lists what there is", variable, (int)length, text);
		text += length + (text[length] == ',');
	}
	return bits;
}

void *aw_os_library_open(const char *path)
{
	return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *aw_os_library_symbol(void *library, const char *name)
{
	return dlsym(library, name);
}

const char *aw_os_library_error(void)
{
	const char *text = dlerror();
	return text ? text : "no error";
}
