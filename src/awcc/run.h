// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing and running a plan.
#ifndef AW_AWCC_RUN_H
#define AW_AWCC_RUN_H

#include "plan.h"

// Prints where things are, in the words in which nvcc does with -v and --dryrun: build systems read
// them to learn where the toolkit is and how it links.
void aw_run_print_places(const struct aw_paths *paths);

// --dryrun: prints the commands.  Returns the exit code.
int aw_run_print(const struct aw_plan *plan);

// Runs them, several units at a time with --threads.  Returns the exit code.
int aw_run_plan(const struct aw_plan *plan);

#endif
