/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A part of CUDA's cooperative_groups.h that programs name; all of it comes with that. */
#include "../../cooperative_groups.h"
