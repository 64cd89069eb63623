// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header that every CUDA source begins with, cuda_runtime.h, is parsed once for each set of options and kept in the cache
// (base/cache.h) as a precompiled header of clang's.
#ifndef AW_AWCC_FIRST_HEADER_H
#define AW_AWCC_FIRST_HEADER_H

#include "../base/sha256.h"
#include "text.h"

struct aw_first_header {
	const struct aw_words *original;
	struct aw_words command; // the same with the header that is ready; none: the original is run
	struct aw_words make;    // makes the header
	struct aw_words folders; // the user's, in which clang looks for headers before it looks in ours and the system's
	const char *include;     // ours
	const char *overlay;     // which of the program's files are read from mended copies, or NULL
	const char *file, *list; // the header, and of what it was made
	const char *files;       // the list of what the header is made of, where it is known
	const char *hiding;      // a file that a compiler reads in place of one of these, or NULL
	const char *errors;
	const char *dependencies; // the file that the command lists what it read in, or NULL
	uint64_t start;           // when it was begun to be made, in seconds
	unsigned char key[AW_SHA256_SIZE];
	int child;    // that makes it; 0: none
	bool useless; // another file still hides one of what it would be made of
};

// Looks for the header that COMMAND, a front end's, begins the file INPUT with, or begins to make it the second time it is wanted.  NAME
// is what its files are named after, INCLUDE where our headers are.
void aw_first_header_begin(struct aw_first_header *header, const struct aw_words *command, const char *input, const char *include,
                           const char *name);

// The command to be run, once the header is there.
const struct aw_words *aw_first_header_command(struct aw_first_header *header);

// Whether one of the files that HEADER was made of has the word NAME.
bool aw_first_header_names(const struct aw_first_header *header, const char *name);

// Once the command has been run.
void aw_first_header_end(struct aw_first_header *header);

#endif
