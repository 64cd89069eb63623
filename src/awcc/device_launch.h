// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels (CUDA C++ Programming Guide, 13, "CUDA Dynamic Parallelism"), which clang doesn't take.
#ifndef AW_AWCC_DEVICE_LAUNCH_H
#define AW_AWCC_DEVICE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Rewrites TEXT, of SIZE bytes, so that launches in device functions become calls of anywarp/device_launch.h.
// False, and nothing added to OUT, when there is none.
bool aw_device_launch_rewrite(const char *text, size_t size, struct aw_str *out);

#endif
