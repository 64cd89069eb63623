// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvprof: how long kernels, copies and fills take, and the calls of the interfaces.
#ifndef AW_DEVICE_PROFILE_H
#define AW_DEVICE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device.h"

enum aw_profile_word {
	AW_PROFILE_SUMMARY = 1, // of what devices did
	AW_PROFILE_TRACE = 2,   // each kernel, copy and fill
	AW_PROFILE_CALLS = 4,   // summary of the interfaces' calls
	AW_PROFILE_CSV = 8,
	AW_PROFILE_PAUSED = 16, // until cudaProfilerStart
};

// What ANYWARP_PROFILE asks for, 0: nothing.
unsigned aw_profile_words(void);

// Has the tables of a back end, which are complete, tell the times of the work that they get; false when nobody asks for that.
bool aw_profile_wrap(struct aw_device_ops *device, struct aw_module_ops *module, struct aw_stream_ops *stream,
                     const struct aw_event_ops *event);

// cudaProfilerStart and cudaProfilerStop.
void aw_profile_pause(bool paused);

// A kernel of STREAM's device launched GIVEN, which ran from BEGIN to END (aw_os_now()): no operation that is wrapped tells of that.
void aw_profile_child(struct aw_stream *stream, const struct aw_launch *given, uint64_t begin, uint64_t end);

// FUNCTION, a name that lives as long as the process, took so long.
void aw_profile_call(const char *function, uint64_t nanoseconds);

// --- for profile_print.c ---

// One kernel, copy or fill; times in nanoseconds.
struct aw_profile_work {
	const char *name;        // of a kernel, mangled, or "[CUDA memcpy HtoD]"
	const char *device_name;
	int device;              // ordinal
	unsigned stream;         // by the order in which they were first used, from 7 on as nvprof counts
	unsigned grid[3], block[3];
	size_t shared;           // dynamic, bytes
	size_t bytes;            // of copies and fills; 0: a kernel
	double begin, time;
};

// All work or calls of a name.
struct aw_profile_row {
	const char *name;
	uint64_t count;
	double total, least, most; // nanoseconds
};

struct aw_profile {
	const struct aw_profile_work *works; // if asked for
	const struct aw_profile_row *rows, *calls;
	size_t work_count, row_count, call_count;
};

// Prints what `words` ask for to the file that ANYWARP_PROFILE_FILE names, or stderr; sorts the rows.
void aw_profile_print(const struct aw_profile *profile, unsigned words);

#endif
