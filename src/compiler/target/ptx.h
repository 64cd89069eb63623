// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX text by LLVM's NVPTX back end.
#ifndef AW_COMPILER_PTX_H
#define AW_COMPILER_PTX_H

#include "../pipeline.h"

// What goes before names that LLVM must not know what they mean, until the text is written.
#define AW_PTX_HIDDEN "aw.hidden."

// The machine for unit->architecture.
bool aw_ptx_begin(struct aw_unit *unit);

// Emits the module as PTX for unit->architecture, appended to TEXT.  Second entries of kernels that can be a module of their own are
// appended to ENTRIES.
aw_status aw_ptx_emit(struct aw_unit *unit, struct aw_str *text, struct aw_str *entries);

// Takes those entries out of the unit's module.  Returns a module that has them; NULL when there are none (second_entries.c).
LLVMModuleRef aw_ptx_split_entries(struct aw_unit *unit);

// --- registers.c: passes that make code need more registers, so that it waits less ---

// Whether there are some for FUNCTION.
bool aw_ptx_has_registers(const struct aw_unit *unit, LLVMValueRef function);
// FUNCTION was made to need more.
void aw_ptx_use_registers(const struct aw_unit *unit, LLVMValueRef function);

#endif
