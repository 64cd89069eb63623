// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage that isn't at a fixed address: uses of a global become uses of a value that each function
// computes once at its entry.
#ifndef AW_COMPILER_REPLACE_GLOBAL_H
#define AW_COMPILER_REPLACE_GLOBAL_H

#include "../pipeline.h"

// Makes the address that stands for GLOBAL; the unit's builder is at the entry of the function.
typedef LLVMValueRef (*aw_make_address)(struct aw_unit *unit, LLVMValueRef global, void *user);

// Replaces GLOBAL in all functions and removes it.  The initialisers of other globals must not use it:
// that is an error told to the user.
void aw_replace_global(struct aw_unit *unit, LLVMValueRef global, aw_make_address make, void *user);

#endif
