// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device link: finds relocatable device code in object files and archives, links it, and makes
// an object file that holds the result and registers it.
#ifndef AW_AWCC_LINK_H
#define AW_AWCC_LINK_H

#include "plan.h"

struct aw_link {
	AW_VEC(struct aw_compiler_input) modules; // fat binaries of the inputs
	struct aw_words files;                    // the inputs that hold some
	struct aw_words registrations;            // functions that host code calls to register
	struct aw_words prelinked;                // those that an input defines, being an earlier link's result
	AW_VEC(char *) contents;                  // files in memory
};

// Reads the inputs of the last command and the libraries of -l that are archives in the paths of -L.
// False when one is damaged; the user has been told.
bool aw_link_collect(struct aw_link *link, const struct aw_plan *plan);
// Adds the input PATH when it can be read and holds relocatable device code; says nothing otherwise.
void aw_link_probe(struct aw_link *link, const char *path);
void aw_link_finish(struct aw_link *link);

// Prints the commands of the link.
void aw_link_print(const struct aw_link *link, const struct aw_plan *plan, const char *object);

// Runs them: makes OBJECT, or with --fatbin the linked fat binary.  Returns 0 or an exit code.
int aw_link_run(const struct aw_link *link, const struct aw_plan *plan, const char *object);

#endif
