// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of NVPTX IR (NVPTX User Guide, "Address Spaces").
#ifndef AW_COMPILER_NVPTX_H
#define AW_COMPILER_NVPTX_H

enum aw_nvptx_space {
	AW_NVPTX_GENERIC = 0,
	AW_NVPTX_GLOBAL = 1,
	AW_NVPTX_SHARED = 3,
	AW_NVPTX_CONSTANT = 4,
	AW_NVPTX_LOCAL = 5,
};

enum { AW_NVPTX_KERNEL = 71 }; // LLVM's number of the calling convention

#endif
