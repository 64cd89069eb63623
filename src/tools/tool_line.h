// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command lines of those tools that have the options of a CUDA toolkit's program: "--name value", "--name=value", by a long or a short
// name after one or two dashes, and what is wrong with them in that program's words.
#ifndef AW_TOOLS_TOOL_LINE_H
#define AW_TOOLS_TOOL_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/vec.h"

enum aw_tool_kind {
	AW_TOOL_FLAG,
	AW_TOOL_VALUE,  // the last one counts
	AW_TOOL_BOOL,   // true or false
	AW_TOOL_NUMBER, // of the last one, 0 and up
	AW_TOOL_LIST,   // each value counts, those between commas by themselves
	AW_TOOL_WORDS,  // each value counts, commas and all
};

// One row of a tool's table.
struct aw_tool_row {
	const char *name, *letter; // without dashes; the short name may be ""
	enum aw_tool_kind kind;
	const char *argument; // what help calls the value
	const char *values;   // " yes no ", those that it may have; "": any
	const char *help;     // "": read and without effect here
};

struct aw_tool_syntax {
	const char *name;    // the tool's
	const char *usage;   // what stands behind it in "Usage"
	const char *title;   // what it is, for --version
	const struct aw_tool_row *rows;
	size_t count;
	int error; // its exit code when something is wrong
};

struct aw_tool_given {
	size_t row;
	const char *value; // NULL for a flag
};

struct aw_tool_line {
	const struct aw_tool_syntax *syntax;
	AW_VEC(struct aw_tool_given) given; // in their order
	AW_VEC(const char *) inputs;
};

// Reads WORDS, which end with NULL.  Ends the process behind --help and --version, and with a message where something is wrong.
// What LINE has lives as long as the process.
void aw_tool_line_read(struct aw_tool_line *line, const struct aw_tool_syntax *syntax, char **words);

// The last value of a row; NULL when it isn't given.
const char *aw_tool_line_value(const struct aw_tool_line *line, size_t row);
bool aw_tool_line_has(const struct aw_tool_line *line, size_t row);
// A row of the kind AW_TOOL_BOOL that isn't given is FALLBACK.
bool aw_tool_line_bool(const struct aw_tool_line *line, size_t row, bool fallback);

// "TOOL fatal   : TEXT", and the tool's exit code.
_Noreturn void aw_tool_line_fail(const struct aw_tool_syntax *syntax, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Ends the process for lack of memory; a pointer that isn't NULL is given back.
void *aw_tool_line_need(const struct aw_tool_syntax *syntax, void *pointer);

#endif
