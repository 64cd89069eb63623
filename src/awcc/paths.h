// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where things are.  All of ours is found from the place of the running program, so that an
// installed tree can be moved; clang is where Debian's package puts it, or in PATH.
#ifndef AW_AWCC_PATHS_H
#define AW_AWCC_PATHS_H

#include <stdbool.h>

struct aw_paths {
	const char *program; // this program
	const char *include;
	const char *lib;
	const char *root; // what lies above the directory of this program
	const char *clang;
	const char *linker; // clang as a C++ driver; NULL: clang must be told
	const char *archiver;
	bool has_lld;
};

// False when something needed is missing; the user has been told what, and which package has it.
// NEED_TOOLS: whether a command will be run, so that clang must be there.
bool aw_paths_find(struct aw_paths *paths, bool need_tools);

// The OpenMP library of the clang of PATHS, or NULL; looked for when it is asked for.
const char *aw_paths_openmp(const struct aw_paths *paths);

#endif
