// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library for LD_PRELOAD that lets the N-th allocation of a process fail.  The environment says how:
//
//   FAILING_MALLOC_AT=N     the N-th call of malloc, calloc or realloc returns NULL (none without it)
//   FAILING_MALLOC_REST=1   so do all after it
//   FAILING_MALLOC_MAPS=1   anonymous mappings made by mmap count too
//   FAILING_MALLOC_OWN=1    only calls from the executable itself count, none from libraries
//   FAILING_MALLOC_COUNT=F  at exit the number of calls is written to file F
//
// Calls count from this library's constructor on, which runs before the program's own.  The process it is
// loaded into takes it out of the environment, so that its children run as always.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

int failing_malloc_failures(void);

static bool active, rest, maps, own;
static long fail_at;
static long calls, failures; // atomic: any thread allocates
static uintptr_t own_begin, own_end;

static bool is_set(const char *name)
{
	const char *text = getenv(name);
	return text && *text == '1';
}

// The first object that is told of is the executable.
static int find_executable(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	own_begin = UINTPTR_MAX;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + header->p_vaddr;
		if (header->p_type != PT_LOAD)
			continue;
		own_begin = begin < own_begin ? begin : own_begin;
		own_end = begin + header->p_memsz > own_end ? begin + header->p_memsz : own_end;
	}
	return 1;
}

__attribute__((constructor)) static void start(void)
{
	const char *at = getenv("FAILING_MALLOC_AT");
	fail_at = at ? atol(at) : 0;
	rest = is_set("FAILING_MALLOC_REST");
	maps = is_set("FAILING_MALLOC_MAPS");
	own = is_set("FAILING_MALLOC_OWN");
	unsetenv("LD_PRELOAD");
	dl_iterate_phdr(find_executable, NULL);
	active = true;
}

__attribute__((destructor)) static void stop(void)
{
	active = false;
	const char *path = getenv("FAILING_MALLOC_COUNT");
	FILE *file = path ? fopen(path, "w") : NULL;
	if (file) {
		fprintf(file, "%ld\n", __atomic_load_n(&calls, __ATOMIC_RELAXED));
		fclose(file);
	}
}

// How many calls failed so far; for programs that want to know, as a weak symbol.
int failing_malloc_failures(void)
{
	return (int)__atomic_load_n(&failures, __ATOMIC_RELAXED);
}

static bool must_fail(const void *caller)
{
	if (!active || (own && ((uintptr_t)caller < own_begin || (uintptr_t)caller >= own_end)))
		return false;
	long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
	if (!fail_at || (rest ? call < fail_at : call != fail_at))
		return false;
	__atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return must_fail(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return must_fail(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	return must_fail(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
	if (maps && (flags & MAP_ANONYMOUS) && must_fail(__builtin_return_address(0)))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
