// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations as leak check and initcheck of compute-sanitizer want them: who made each, and which of its bytes were written.  Memory
// that isn't in the table counts as written.
#ifndef AW_DEVICE_CHECK_MEMORY_H
#define AW_DEVICE_CHECK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "check.h"

// SIZE bytes at BEGIN are the program's; IS_DEVICE: nobody wrote to them, so they are watched.
void aw_check_memory_add(const void *begin, size_t size, bool is_device);
// They are so no longer.
void aw_check_memory_remove(const void *begin);
// As the device ends they are still there.
void aw_check_memory_leak(const void *begin);
// The same of an array, which isn't in the table.
void aw_check_memory_leak_array(const void *array, size_t size);

// SIZE bytes at BEGIN, which may lie in one allocation that is watched, were written.
void aw_check_memory_set(const void *begin, size_t size);
// All that there is may have been written.
void aw_check_memory_set_all(void);

// The first of SIZE bytes at BEGIN that nobody wrote to, *COUNT of them in all; or NULL.
const void *aw_check_memory_find_unset(const void *begin, size_t size, size_t *count);

#endif
