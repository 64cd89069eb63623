// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of calls as cublasLt and cuSOLVER have it (cuBLAS, "cublasLt Logging"; cuSOLVER, "cusolverDnLogger"): off unless the program
// or three environment variables say otherwise.
#ifndef AW_SHIMS_SHIM_BOOK_H
#define AW_SHIMS_SHIM_BOOK_H

#include <stdio.h>

#include "shim.h"

struct aw_shim_book {
	const char *library; // as lines name it
	int level, mask;
	bool disabled;
	FILE *file; // NULL: stdout
	void (*callback)(int level, const char *function, const char *message);
};

// Reads PREFIX_LOG_LEVEL, PREFIX_LOG_MASK and PREFIX_LOG_FILE of the environment.
void aw_shim_book_read(struct aw_shim_book *book, const char *prefix);

// FUNCTION was called.
void aw_shim_book_call(const struct aw_shim_book *book, const char *function);

// Writes to the file NAME from now on; false where it can't be opened.
bool aw_shim_book_open(struct aw_shim_book *book, const char *name);

// false for a level that there isn't (0 to 5).
bool aw_shim_book_set_level(struct aw_shim_book *book, int level);

#endif
