// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules of NVVM IR, text or bitcode, as the device module that clang would have made.
#ifndef AW_COMPILER_NVVM_NVVM_MODULE_H
#define AW_COMPILER_NVVM_NVVM_MODULE_H

#include "../../base/str.h"
#include "../llvm.h"

// SIZE bytes of text.  NULL after an error, which ERROR tells.
LLVMModuleRef aw_nvvm_read_text(LLVMContextRef context, const char *name, const char *text, size_t size, struct aw_str *error);

// Whether MODULE says that it is NVVM IR.
bool aw_nvvm_made(LLVMModuleRef module);

// Gives such a module clang's layout, intrinsics, names, mode of small floats (FLUSH) and leave to fuse products with sums (CONTRACT).
void aw_nvvm_adapt(LLVMModuleRef module, bool flush, bool contract);

#endif
