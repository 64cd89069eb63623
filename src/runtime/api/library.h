// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the skins of libraries of both interfaces share: a library is a module by a handle of its own, and a cudaLibrary_t is a
// CUlibrary.
#ifndef AW_RUNTIME_API_LIBRARY_H
#define AW_RUNTIME_API_LIBRARY_H

#include "../core/program.h"

struct CUlib_st;

// From memory, or from a file where CODE is NULL.
aw_status aw_api_library_load(struct CUlib_st **library, const void *code, const char *path);
aw_status aw_api_library_unload(struct CUlib_st *library);
aw_status aw_api_library_kernel(struct CUkern_st **kernel, struct CUlib_st *library, const char *name);
// A variable, where MANAGED only one that the host reaches too.  One of the results may be NULL.
aw_status aw_api_library_variable(void **address, size_t *bytes, struct CUlib_st *library, const char *name, bool managed);
// A function that both sides call by one pointer.
aw_status aw_api_library_unified(void **function, struct CUlib_st *library, const char *name);
aw_status aw_api_library_count(unsigned *count, struct CUlib_st *library);
// At most COUNT.
aw_status aw_api_library_list(struct CUkern_st **kernels, unsigned count, struct CUlib_st *library);

#endif
