// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tools that run a program share: options with values, and variables of the environment that tell the runtime.
#ifndef AW_TOOLS_TOOL_H
#define AW_TOOLS_TOOL_H

#include <stdbool.h>
#include <stddef.h>

// An option with a value; where that goes in the tool's settings, a const char *.
struct aw_tool_option {
	const char *name;
	const char *values; // that it takes, " yes no "; NULL: any
	size_t offset;
};

// How the tool tells of an error: a format with one %s; gives its exit code.
typedef int aw_tool_failure(const char *format, const char *what);

// Reads the option that *WORDS begins with, "--name value" or "--name=value", of the COUNT in OPTIONS, into SETTINGS; *WORDS
// goes past it.  0, or what FAIL gives.
int aw_tool_read_option(char ***words, const struct aw_tool_option *options, size_t count, void *settings, aw_tool_failure *fail);

// The file name that PATTERN stands for, in new memory: %p is the process's number, %q{NAME} the environment's, %% a %.  NULL where it is
// no pattern or without memory.  The program will be this process.
char *aw_tool_expand(const char *pattern);

// Programs that are linked with the static runtime know nothing of the installation; tells them.  False without memory.
bool aw_tool_name_compiler(void);

// Sets a variable; false without memory.
bool aw_tool_set(const char *name, const char *value);

#endif
