// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the entries of all strategies have in common.
#ifndef AW_COMPILER_LOWER_KERNEL_ENTRY_H
#define AW_COMPILER_LOWER_KERNEL_ENTRY_H

#include "../pipeline.h"

// Records where KERNEL's parameters lie in the packed buffer.
void aw_kernel_note_parameters(struct aw_unit_kernel *kernel);

// Makes the function NAME(thread, parameters), which calls FUNCTION with the parameters from the buffer, and
// returns it.  Struct parameters of FUNCTION become plain pointers.
LLVMValueRef aw_kernel_entry(struct aw_unit *unit, LLVMValueRef function, const char *name);

// Has all threads see KERNEL's parameter INDEX, a struct, at one place, in the launch's buffer.
void aw_kernel_keep_in_place(LLVMValueRef kernel, unsigned index);
// Whether threads need no copies of PARAMETER, a struct: it is kept so, or only read through.
bool aw_kernel_stays_in_place(LLVMValueRef parameter);
// Whether POINTER is only read through, by loads and copies that start in the function itself.
bool aw_kernel_only_reads(LLVMValueRef pointer);
// If KERNEL's parameter INDEX is a struct that is only read through, says of its loads that nobody writes it, and keeps it in place:
// where it can't be seen any more that it is only read, an entry would make a copy, of which that would not be true.
void aw_kernel_mark_reads(LLVMValueRef kernel, unsigned index);

#endif
