/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What host code and launch stubs share comes with cuda_runtime.h. */
#include "../cuda_runtime.h"
