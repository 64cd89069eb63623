// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of columns that the next gang needs again (gang_columns.c).
#ifndef AW_COMPILER_GANG_COLUMNS_H
#define AW_COMPILER_GANG_COLUMNS_H

#include "../pipeline.h"

// Lets sums in loops over gangs of FUNCTION take those of columns from the lanes that made them.
void aw_gang_columns_make(struct aw_unit *unit, LLVMValueRef function);

#endif
