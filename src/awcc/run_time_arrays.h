// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of run-time size with an initialiser, `int a[n] = {0};`.  g++ takes them in functions of the host, and so does nvcc; clang
// takes such arrays without an initialiser.  Only a compiler knows which sizes are constants, so clang's errors say where they are.
#ifndef AW_AWCC_RUN_TIME_ARRAYS_H
#define AW_AWCC_RUN_TIME_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Where clang refused one.
struct aw_array_place {
	const char *file; // its real path
	unsigned line, column;
	unsigned round; // errors of how many compilations before had been mended then: the place is one in that text
	bool mended;
};

struct aw_array_places {
	struct aw_array_place *items;
	size_t count, capacity;
	unsigned rounds;
};

// Adds the places that MESSAGES, clang's of one compilation, tell of, as one more round; whether there are any.
bool aw_array_places_read(struct aw_array_places *places, const char *messages);
// Whether the file PATH has one of them.
bool aw_array_places_have(const struct aw_array_places *places, const char *path);
// Whether one of the last round has been mended.
bool aw_array_places_are_better(const struct aw_array_places *places);

// Rewrites TEXT, of SIZE bytes, of the file PATH at the places of ROUND: `int a[n], &other = start(a, {0});`, with the macros of
// anywarp/run_time_arrays.h.  False, and nothing added to OUT, when there are none that can be.
bool aw_run_time_arrays_start(struct aw_array_places *places, unsigned round, const char *path, const char *text, size_t size,
                              struct aw_str *out);

#endif
