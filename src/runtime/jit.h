// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling device code at run time.
#ifndef AW_RUNTIME_JIT_H
#define AW_RUNTIME_JIT_H

#include "../base/status.h"
#include "../base/str.h"
#include "../fatbin/fatbin.h"

// Compiles the bitcode in FATBIN for TARGET, a CPU level or an architecture of a GPU ("sm_90"); *RESULT is a new fat binary that the caller
// frees.  Errors: AW_NO_KERNEL_IMAGE when there is no bitcode, AW_JIT_COMPILER_NOT_FOUND when the
// compiler is not installed, or what it says.
aw_status aw_jit_compile(const struct aw_fatbin_header *fatbin, const char *target, char **result);

// A fat binary with bitcode, bitcode, or PTX text.
struct aw_jit_input {
	const char *name; // for messages
	const void *data;
	size_t size;
};

// Links INPUTS to one fat binary with bitcode, which the caller frees; what stays undefined is found when it is compiled.
// Errors: AW_JIT_COMPILER_NOT_FOUND, or what the compiler says, which is logged.
aw_status aw_jit_link(const struct aw_jit_input *inputs, size_t count, struct aw_str *result);

#endif
