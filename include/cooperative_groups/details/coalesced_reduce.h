/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A part of CUDA's reduce.h that programs name; all of it comes with that. */
#include "../reduce.h"
