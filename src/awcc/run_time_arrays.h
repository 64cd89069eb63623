// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of run-time size with an initialiser, `int a[n] = {0};`.  g++ takes them in functions of the host, and so does nvcc; clang
// takes such arrays without an initialiser.  Only a compiler knows which sizes are constants, so clang's errors say where they are
// (refusals.h).
#ifndef AW_AWCC_RUN_TIME_ARRAYS_H
#define AW_AWCC_RUN_TIME_ARRAYS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, with the declaration of which a size stands at AT rewritten: `int a[n], &other = start(a, {0});`,
// with the macros of anywarp/run_time_arrays.h.  IN_MACRO: in a macro's definition.  False, and nothing added, when there is none
// that can be.
bool aw_run_time_array_start(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
