// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words and signs of PTX text (PTX ISA, "Syntax").
#ifndef AW_COMPILER_PTX_PTX_LEXER_H
#define AW_COMPILER_PTX_PTX_LEXER_H

#include <stdbool.h>
#include <stdint.h>

enum aw_ptx_token_kind {
	AW_PTX_END,
	AW_PTX_WORD,    // an identifier, with % and $ as letters: "mov", "%tid", "$3", "LOOP"
	AW_PTX_DOT,     // what follows a dot, without it: ".u32", ".shared::cluster", ".L2::128B"
	AW_PTX_INTEGER, // 12, 0x1f, 017, 0b11, 5U
	AW_PTX_FLOAT,   // 0f3f800000, 0d3ff0000000000000, 1.5, 1e-3; the bits of a double in `bits`
	AW_PTX_SIGN,    // one of { } [ ] ( ) , ; : @ ! | + - < > =
	AW_PTX_BAD,
};

struct aw_ptx_token {
	enum aw_ptx_token_kind kind;
	const char *start;
	unsigned length;
	char sign;
	bool is_single; // of a float: written as 0f…
	uint64_t bits;  // the number
	unsigned line;  // counted from 0 at the start of the text
};

struct aw_ptx_lexer {
	const char *at;
	unsigned line;
};

struct aw_ptx_token aw_ptx_lexer_next(struct aw_ptx_lexer *lexer);

#endif
