// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole modules of PTX as the device module that clang would have made of their source, but for the bodies of functions: those
// stay text, in one asm statement each, which the pass lower_inline_ptx translates.
#ifndef AW_COMPILER_PTX_PTX_MODULE_H
#define AW_COMPILER_PTX_PTX_MODULE_H

#include "../../base/str.h"
#include "../llvm.h"

// Metadata of such an asm statement: the line where its text begins, and the PTX names of its operands, which are addresses.
// Also an attribute of functions that are made so.
#define AW_PTX_BODY "aw.ptx"

static inline bool aw_ptx_made(LLVMValueRef function)
{
	return aw_llvm_is_marked(function, AW_PTX_BODY);
}

// Whether DATA begins like PTX text.
bool aw_ptx_is_module(const char *data, size_t size);

// TEXT, which ends with a NUL, as a module of CONTEXT.  NULL after an error: LINE is that of the text, from 1, and ERROR says what.
LLVMModuleRef aw_ptx_read_module(LLVMContextRef context, const char *text, unsigned *line, struct aw_str *error);

#endif
