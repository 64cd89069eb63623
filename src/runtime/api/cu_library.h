// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of libraries, which programs also launch as if they were functions.
#ifndef AW_RUNTIME_API_CU_LIBRARY_H
#define AW_RUNTIME_API_CU_LIBRARY_H

#include "cu_result.h"

struct CUfunc_st;

// The function of KERNEL when it is one of a library; NULL.
struct CUfunc_st *aw_api_library_function(const void *kernel);

#endif
