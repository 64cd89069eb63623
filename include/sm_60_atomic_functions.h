/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The atomics of compute capability 6.0 come with cuda_runtime.h. */
#include "cuda_runtime.h"
