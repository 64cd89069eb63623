/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The name that older programs include; everything is in crt/host_config.h. */
#include "crt/host_config.h"
