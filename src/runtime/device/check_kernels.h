// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which launches compute-sanitizer looks at (Compute Sanitizer User Manual, --kernel-name, --kernel-regex, --launch-skip, --launch-count).
#ifndef AW_DEVICE_CHECK_KERNELS_H
#define AW_DEVICE_CHECK_KERNELS_H

#include <stdbool.h>

// Whether a launch of the kernel with the mangled name NAME is looked at; counts it.
bool aw_check_kernels_take(const char *name);

#endif
