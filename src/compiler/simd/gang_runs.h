// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs in a row for which a guard holds (gang_runs.c).
#ifndef AW_COMPILER_GANG_RUNS_H
#define AW_COMPILER_GANG_RUNS_H

#include "../pipeline.h"

// Makes loops of FUNCTION whose guards hold from one turn to a later one loops around smaller ones, whose turns don't ask.  Returns
// whether there are such.
bool aw_gang_runs_make(struct aw_unit *unit, LLVMValueRef function);

#endif
