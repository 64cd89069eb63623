/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A name that programs include for threadIdx and its like, which come with cuda_runtime.h. */
#include "cuda_runtime.h"
