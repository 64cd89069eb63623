// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels (CUDA C++ Programming Guide, 13, "CUDA Dynamic Parallelism"), which clang doesn't take.
#ifndef AW_AWCC_DEVICE_LAUNCH_H
#define AW_AWCC_DEVICE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "launch_macros.h"
#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that launches in device functions, and in macros if those launch there, stand in
// calls of anywarp/device_launch.h.  False, and nothing added to OUT, when there is none.
bool aw_device_launch_rewrite(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out);

// Rewrites TEXT, which may be what the function above made, so that names of kernels stand as values in such calls.
bool aw_device_launch_values(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out);

// Rewrites such a value, of which the `&` stands at AT, as one that its use chooses; the rest as aw_run_time_array_start.
bool aw_device_launch_choose(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

// Writes such a value around AT as it was: its name is no kernel's there.  And whether AT is in one.
bool aw_device_launch_restore(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
bool aw_device_launch_is_value(const struct aw_scan *scan, size_t at);

// Whether a device function of TEXT uses a macro that launches.
bool aw_device_launch_by_macro(const char *text, size_t size, const struct aw_launch_macros *macros);

#endif
