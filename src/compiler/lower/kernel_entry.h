// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the entries of all strategies have in common.
#ifndef AW_COMPILER_LOWER_KERNEL_ENTRY_H
#define AW_COMPILER_LOWER_KERNEL_ENTRY_H

#include "../pipeline.h"

// Records where KERNEL's parameters lie in the packed buffer.
void aw_kernel_note_parameters(struct aw_unit *unit, struct aw_unit_kernel *kernel);

// Makes the function NAME(thread, parameters), which calls FUNCTION with the parameters from the buffer, and
// returns it.  Struct parameters of FUNCTION become plain pointers.
LLVMValueRef aw_kernel_entry(struct aw_unit *unit, LLVMValueRef function, const char *name);

// Has all threads see KERNEL's parameter INDEX, a struct, at one place, in the launch's buffer.
void aw_kernel_keep_in_place(LLVMValueRef kernel, unsigned index);
// Whether threads need no copies of PARAMETER, a struct: it is kept so, or only read through.
bool aw_kernel_stays_in_place(LLVMValueRef parameter);
// Whether POINTER is only read through, by loads and copies that start in the function itself.
bool aw_kernel_only_reads(LLVMValueRef pointer);
// Says of the loads through POINTER, a struct parameter that is only read through, that nobody writes there.
void aw_kernel_mark_reads(LLVMValueRef pointer);

#endif
