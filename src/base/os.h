// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the project asks of the operating system: files, processes, time, shared libraries.
// Functions return a status and have logged the reason when it is not AW_OK, unless said otherwise.
#ifndef AW_BASE_OS_H
#define AW_BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

// Reads a whole file into new memory, ended by a NUL that is not counted.  The caller frees *DATA.
aw_status aw_os_read_file(const char *path, char **data, size_t *size);

// Writes a whole file, by way of a temporary file beside it, so that a reader never sees half of it.
// On failure nothing is left behind and an older file of that name is as it was.
aw_status aw_os_write_file(const char *path, const void *data, size_t size);

// A new empty directory under $TMPDIR or /tmp; the caller frees *PATH.
aw_status aw_os_make_temp_dir(char **path);

// Removes a directory and all in it; says nothing when it is not there.
void aw_os_remove_tree(const char *path);

bool aw_os_is_file(const char *path);
bool aw_os_is_dir(const char *path);

// Whether the process has all of SIZE bytes at ADDRESS mapped.
bool aw_os_is_mapped(const void *address, size_t size);

// The path of the running executable or, for a shared library, of the object that holds ADDRESS.
// New memory; NULL when it can't be told.
char *aw_os_path_of(const void *address);

// The directory part of PATH in new memory ("." when there is none); NULL without memory.
char *aw_os_dirname(const char *path);

// The full path of PROGRAM as the shell would find it, in new memory; NULL when there is none.
char *aw_os_find_program(const char *program);

// Starts ARGV[0] (looked up in PATH) and returns its process id in *PROCESS.  ARGV ends with NULL.
aw_status aw_os_spawn(char *const argv[], int *process);

// Waits for a process of aw_os_spawn.  *EXIT_CODE is its exit code, or 128 + signal.
aw_status aw_os_wait(int process, int *exit_code);

// Monotonic time in nanoseconds.
uint64_t aw_os_now(void);

// Processor time of the calling thread in nanoseconds.
uint64_t aw_os_thread_time(void);

// CPUs that the thread that asked first may run on, or what its container has time for; at least 1.
unsigned aw_os_cpu_count(void);

// The integer value of an environment variable, or FALLBACK when it is unset or no number.
long aw_os_env_long(const char *name, long fallback);

// One of the words that a variable may have.
struct aw_os_word {
	const char *name;
	unsigned bits;
};

// The bits of the words of an environment variable, which have commas between; what isn't among the COUNT in WORDS is told of.
unsigned aw_os_env_words(const char *variable, const struct aw_os_word *words, size_t count);

// Opens a shared library; NULL when it is not there (nothing is logged; aw_os_library_error tells why).
void *aw_os_library_open(const char *path);
void *aw_os_library_symbol(void *library, const char *name);
const char *aw_os_library_error(void);

#endif
