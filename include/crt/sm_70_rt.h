/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The intrinsics of compute capability 7.0 come with cuda_runtime.h. */
#include "../cuda_runtime.h"
