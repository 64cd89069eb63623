/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The intrinsics on double come with cuda_runtime.h. */
#include "../cuda_runtime.h"
