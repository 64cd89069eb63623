// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's has _Bool in C++, in its strict dialects (-std=c++17), too; clang's is without it there.
#ifndef AW_GCC_STDBOOL_H
#define AW_GCC_STDBOOL_H

#include_next <stdbool.h>

#ifndef _Bool
#define _Bool bool
#endif

#endif
