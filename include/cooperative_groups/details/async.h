/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A part of CUDA's memcpy_async.h that programs name; all of it comes with that. */
#include "../memcpy_async.h"
