/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A name that editors put into programs: what it declares comes with cuda_runtime.h. */
#include "cuda_runtime.h"
