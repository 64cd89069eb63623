// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread loads before it writes anything (early_loads.c).
#ifndef AW_COMPILER_EARLY_LOADS_H
#define AW_COMPILER_EARLY_LOADS_H

#include "../pipeline.h"

// Marks the loads of FUNCTION, the code of one gang, that no write of the gang comes before.
void aw_early_loads_mark(struct aw_unit *unit, LLVMValueRef function);

// Whether VALUE is a load that is marked.
bool aw_early_loads_is(struct aw_unit *unit, LLVMValueRef value);

// Takes marked scalar loads whose address stays the same in a loop of FUNCTION out of it, and gathers out of loops that write to nothing
// they might read.
void aw_early_loads_hoist(struct aw_unit *unit, LLVMValueRef function);

#endif
