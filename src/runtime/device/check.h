// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tools of compute-sanitizer share: which are on, where their findings go, how many there were.  Findings have the form
// of NVIDIA's tool (Compute Sanitizer User Manual), each line behind "========= ".
#ifndef AW_DEVICE_CHECK_H
#define AW_DEVICE_CHECK_H

#include <stdbool.h>
#include <stdio.h>

#include "../../base/frames.h"

enum aw_check_tool {
	AW_CHECK_MEMORY = 1, // memcheck: accesses that are out of bounds
	AW_CHECK_RACES = 2,  // racecheck: hazards in shared memory
	AW_CHECK_UNSET = 4,  // initcheck: reads of memory that nobody wrote
	AW_CHECK_COPIES = 8, // initcheck, of what copies read
	AW_CHECK_LEAKS = 16, // allocations that are never freed
	AW_CHECK_CALLS = 32, // calls of the interfaces that fail
	AW_CHECK_UNUSED = 128, // allocations, or parts of them, that nobody wrote to until they were freed
	AW_CHECK_FRAMES = 64, // findings tell the host's calls
};

// Those that look at what kernels access.
enum { AW_CHECK_KERNELS = AW_CHECK_MEMORY | AW_CHECK_RACES | AW_CHECK_UNSET };

// The tools that ANYWARP_SANITIZE names (check.c), 0: none, which all that follows then does without.
unsigned aw_check_tools(void);

// Counts a finding, an error or a hazard.  Where it is to be printed, gives what to print to until aw_check_end(); else NULL, as so
// many were printed already.
FILE *aw_check_begin_error(void);
FILE *aw_check_begin_hazard(void);
void aw_check_end(FILE *out);

// Prints, as part of a finding, the host's calls WHEN ("error") something happened.
void aw_check_print_frames(FILE *out, const struct aw_frames *frames, const char *when);

// At the end of a device's life: BYTES in COUNT allocations were not freed.
void aw_check_leaked(size_t bytes, unsigned count);

#endif
