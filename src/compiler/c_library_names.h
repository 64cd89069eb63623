// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code may call C's mathematical functions as builtins (__builtin_hypot), which nvcc takes for CUDA's functions of these
// names; libcu++ is written so.  clang makes of them calls of the C library, or intrinsics that end as such calls.
#ifndef AW_COMPILER_C_LIBRARY_NAMES_H
#define AW_COMPILER_C_LIBRARY_NAMES_H

#include "llvm.h"

// Puts the device library's functions (__nv_hypot) in the place of those that MODULE calls by C's names and lacks; with FAST_MATH,
// the approximations that --use_fast_math takes for these names.
void aw_c_library_names_replace(LLVMModuleRef module, bool fast_math);

#endif
