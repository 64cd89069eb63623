// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and variables of PTX modules as LLVM has them.
#ifndef AW_COMPILER_PTX_PTX_SIGNATURE_H
#define AW_COMPILER_PTX_PTX_SIGNATURE_H

#include "../llvm.h"
#include "ptx_parser.h"

// The type of a function: integers, and arrays of bytes, which a kernel finds in memory (aw_llvm_pass_by_value).  Functions of the
// device library have their own.
LLVMTypeRef aw_ptx_signature(LLVMContextRef context, const struct aw_ptx_prototype *prototype, bool is_entry);

// How a variable lies in memory: an integer of its type's size or an array of them; its type is known.
LLVMTypeRef aw_ptx_storage(LLVMContextRef context, const struct aw_ptx_declaration *declaration);
// In bytes.
unsigned aw_ptx_alignment(const struct aw_ptx_declaration *declaration);

// The generic address of the module's variable or function NAME; NULL: there is none.
LLVMValueRef aw_ptx_symbol(LLVMModuleRef module, const char *name);

#endif
