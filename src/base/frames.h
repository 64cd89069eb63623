// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who called: return addresses of a thread, and the functions that they lie in, for reports.  Names are those of the object
// files' symbol tables, so static functions have theirs and programs need no -rdynamic; C++ names are demangled where the process
// has libstdc++.
#ifndef AW_BASE_FRAMES_H
#define AW_BASE_FRAMES_H

#include <stdint.h>
#include <stdio.h>

enum { AW_FRAMES_MOST = 32 };

struct aw_frames {
	unsigned count;
	void *addresses[AW_FRAMES_MOST]; // of the innermost call first
};

// The frames of the calling thread, without this function's own.
void aw_frames_take(struct aw_frames *frames);

// Prints a line for each frame from the function of CUDA that the program called, or where symbols are stripped from the first
// outside of this library's file, to main: PREFIX, then "NAME [0xOFFSET] in FILE".
void aw_frames_print(const struct aw_frames *frames, const char *prefix, FILE *out);

#endif
