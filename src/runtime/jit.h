// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling device code at run time.
#ifndef AW_RUNTIME_JIT_H
#define AW_RUNTIME_JIT_H

#include "../base/status.h"
#include "../fatbin/fatbin.h"

// Compiles the bitcode in FATBIN for TARGET, a CPU level or an architecture of a GPU ("sm_90"); *RESULT is a new fat binary that the caller
// frees.  Errors: AW_NO_KERNEL_IMAGE when there is no bitcode, AW_JIT_COMPILER_NOT_FOUND when the
// compiler is not installed, or what it says.
aw_status aw_jit_compile(const struct aw_fatbin_header *fatbin, const char *target, char **result);

#endif
