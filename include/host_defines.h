/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The name that older programs include; everything is in crt/host_defines.h. */
#include "crt/host_defines.h"
