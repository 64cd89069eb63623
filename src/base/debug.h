// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions hold in every build.  Those that cost more than some comparisons are for debug builds: assert(!AW_DEBUG || ...).
#ifndef AW_BASE_DEBUG_H
#define AW_BASE_DEBUG_H

#ifndef AW_DEBUG
#define AW_DEBUG 0
#endif

#endif
