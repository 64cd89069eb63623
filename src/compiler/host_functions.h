// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc takes functions for host and device that call one of the host (its warning 20011): what follows such a call on the device
// is unreachable.  clang takes them only where it is told that a later pass will sort host functions out (its mode for the
// parallel algorithms of the standard library, --hipstdpar), and then puts all of the host's code beside the device's.  This
// is that pass.
#ifndef AW_COMPILER_HOST_FUNCTIONS_H
#define AW_COMPILER_HOST_FUNCTIONS_H

#include "llvm.h"

// What the names of threadIdx and its like begin with, variables that neither side has (index_variables.c).
#define AW_INDEX_VARIABLE "__device_builtin_variable_"

// Drops what no kernel and no variable of the device reaches from MODULE, as clang made it, and that isn't marked where functions are
// MARKED (AW_DEVICE_MARK).
void aw_host_functions_drop(LLVMModuleRef module, bool marked);

// Puts a function that ends the kernel (cudaErrorLaunchFailure) in the place of those that neither MODULE nor LIBRARY, unless that is NULL,
// has and that aren't marked, so that they are the host's, and of those that have a comment of its assembler; the kernel ends, too, where
// a variable of the host is used, or at the call of a function that has assembly and does.  Other functions of the host are compiled.
void aw_host_functions_end(LLVMModuleRef module, LLVMModuleRef library);

#endif
