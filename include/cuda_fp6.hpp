/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The name of the other half of CUDA's header; everything is in cuda_fp6.h. */
#include "cuda_fp6.h"
