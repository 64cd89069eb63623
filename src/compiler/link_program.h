// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the inputs of a request to one module.
#ifndef AW_COMPILER_LINK_PROGRAM_H
#define AW_COMPILER_LINK_PROGRAM_H

#include "compiler.h"
#include "llvm.h"

// Reads all inputs and links them and the device library.  What stays undefined is an error, told by
// messages, unless the output is relocatable (then nothing but the inputs is linked) or the request is, whose
// functions are marked AW_EXPORTED.
aw_status aw_link_program(const struct aw_compiler_request *request, LLVMContextRef context,
                          const char *library_path, LLVMModuleRef *program);

#endif
