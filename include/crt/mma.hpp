/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A name that editors put into programs. */
#include "../mma.h"
