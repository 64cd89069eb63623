// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors and warnings that the runtime has told of, for programs to read (CUDA Runtime API, "Error Log Management Functions").
#ifndef AW_CORE_LOGS_H
#define AW_CORE_LOGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../base/status.h"

typedef void (*aw_logs_function)(void *user, int level, char *message, size_t length);

// FUNCTION is called with each message, on the thread that caused it; it must not call CUDA.
aw_status aw_core_logs_register(aw_logs_function function, void *user, void **handle);
aw_status aw_core_logs_unregister(void *handle);
// The number that the next message will have.
aw_status aw_core_logs_current(uint32_t *number, unsigned flags);
// Messages from *NUMBER (NULL: all that are kept) on, a line each; *NUMBER becomes that of the next.  To a file, or to BUFFER of *SIZE
// bytes, with a 0 behind: where not all fit, the last ones behind a line that says so; AW_INVALID_VALUE with *SIZE 0: not even one fits.
aw_status aw_core_logs_to_file(uint32_t *number, const char *path, unsigned flags);
aw_status aw_core_logs_to_memory(uint32_t *number, char *buffer, size_t *size, unsigned flags);

#endif
