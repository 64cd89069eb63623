// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the host makes an object of a class that has no constructor, nvcc asks no member's for which side it is, and those that are
// __device__ run on the host as they are; clang refuses the object, and doesn't say for which member.
#ifndef AW_AWCC_DEVICE_CONSTRUCTORS_H
#define AW_AWCC_DEVICE_CONSTRUCTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Marks the constructors that TEXT, of SIZE bytes, has for the device as the host's, too.  False, and nothing added
// to OUT, when there is none.
bool aw_device_constructors_lend(const char *text, size_t size, struct aw_str *out);

#endif
