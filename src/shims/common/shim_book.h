// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of calls as cublasLt, cuSOLVER and cuSPARSE have it (cuBLAS, "cublasLt Logging"; cuSOLVER, "cusolverDnLogger"; cuSPARSE,
// "cuSPARSE Logging API"): off unless the program or three environment variables say otherwise.
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

// The file's own `book` of LIBRARY, which reads the variables that begin with PREFIX, and the functions that begin with NAME by which a
// program sets it; they return STATUS's _SUCCESS or _INVALID_VALUE, of type TYPE.
#define AW_SHIM_BOOK(LIBRARY, PREFIX, NAME, TYPE, STATUS) \
	static struct aw_shim_book book = { .library = LIBRARY }; \
	__attribute__((constructor)) static void read_environment(void) \
	{ \
		aw_shim_book_read(&book, PREFIX); \
	} \
	TYPE NAME##SetCallback(NAME##Callback_t callback) \
	{ \
		book.callback = callback; \
		return STATUS##_SUCCESS; \
	} \
	TYPE NAME##SetFile(FILE *file) \
	{ \
		book.file = file; \
		return STATUS##_SUCCESS; \
	} \
	TYPE NAME##OpenFile(const char *name) \
	{ \
		return aw_shim_book_open(&book, name) ? STATUS##_SUCCESS : STATUS##_INVALID_VALUE; \
	} \
	TYPE NAME##SetLevel(int level) \
	{ \
		return aw_shim_book_set_level(&book, level) ? STATUS##_SUCCESS : STATUS##_INVALID_VALUE; \
	} \
	TYPE NAME##SetMask(int mask) \
	{ \
		book.mask = mask; \
		return STATUS##_SUCCESS; \
	} \
	TYPE NAME##ForceDisable(void) \
	{ \
		book.disabled = true; \
		return STATUS##_SUCCESS; \
	}

#endif
