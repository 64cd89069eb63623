// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running the steps of one source file.
#ifndef AW_AWCC_UNIT_H
#define AW_AWCC_UNIT_H

#include "plan.h"

// Prints the commands of UNIT.
void aw_unit_print(const struct aw_plan *plan, const struct aw_unit *unit);

// Runs them.  Returns 0 or the exit code of the first that failed; messages have been shown.
int aw_unit_run(const struct aw_plan *plan, const struct aw_unit *unit);

#endif
