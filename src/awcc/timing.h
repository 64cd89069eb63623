// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --time: how long each step took.
#ifndef AW_AWCC_TIMING_H
#define AW_AWCC_TIMING_H

#include <stdint.h>

// Notes that STEP of the file INPUT ran from START (aw_os_now) until now.
void aw_timing_add(const char *input, const char *step, uint64_t start);

// Appends the table to FILE; "-": prints it.
void aw_timing_write(const char *file);

#endif
