/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The device's mathematics comes with cuda_runtime.h. */
#include "../cuda_runtime.h"
