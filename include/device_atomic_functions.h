/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A name that older programs include: the atomics come with cuda_runtime.h. */
#include "cuda_runtime.h"
