// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code that is made while the program runs: a source of ours, linked with what NVRTC made of the program's.
#ifndef AW_SHIMS_SHIM_DEVICE_CODE_H
#define AW_SHIMS_SHIM_DEVICE_CODE_H

#include "shim.h"

// What a program gives: modules for link-time optimisation, or fat binaries with such.
struct aw_shim_code {
	const void *data;
	size_t size;
};

// Compiles SOURCE by the NVRTC and links it with PARTS by the nvJitLink that lie beside this library, and loads the result.  False, after
// a line on stderr in the name of LIBRARY that says why.
bool aw_shim_device_code_load(const char *library, const char *source, const struct aw_shim_code *parts, int count, cudaLibrary_t *loaded);

#endif
