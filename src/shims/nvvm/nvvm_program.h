// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program of libNVVM is here: modules, and what awcc made of them.
#ifndef AW_SHIMS_NVVM_PROGRAM_H
#define AW_SHIMS_NVVM_PROGRAM_H

#include "../common/shim_text.h"
#pragma GCC visibility push(default)
#include "../../../include/nvvm.h"
#pragma GCC visibility pop

struct aw_nvvm_module {
	char *name;
	aw_shim_text text;
	bool bitcode, lazy;
};

struct _nvvmProgram {
	struct aw_nvvm_module *modules;
	int count;
	aw_shim_words options; // awcc's, of the last compilation
	bool lto;
	aw_shim_text result, log;
};

// Translates options to awcc's; the log names the first that isn't one.
nvvmResult aw_nvvm_read_options(nvvmProgram program, int count, const char *const *options);
// Runs awcc on the modules; its messages go to the log.
nvvmResult aw_nvvm_compile(nvvmProgram program, aw_shim_text *out);

#endif
