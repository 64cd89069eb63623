// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tools share: options, and variables of the environment that tell the runtime in the programs they run.
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

// An option without a value; where that it is given goes, a bool.
struct aw_tool_flag {
	const char *name;
	size_t offset;
};

// A tool's command line, beside --help and --version.
struct aw_tool {
	const char *usage, *version;
	const char *version_letter; // the short form of --version
	const struct aw_tool_option *options;
	const struct aw_tool_flag *flags;
	size_t option_count, flag_count;
	int (*fail)(const char *format, const char *what); // tells of an error, a format with one %s; gives the tool's exit code
};

// Reads the options that *WORDS begins with, "--name value" or "--name=value", into SETTINGS; *WORDS goes on to the program.  0, or
// what the tool's fail gives, also where there is no program.  Ends the process behind --help and --version.
int aw_tool_read_options(const struct aw_tool *tool, char ***words, void *settings);

// Whether WORD is an option's NAME or its short form.
bool aw_tool_is_word(const char *word, const char *name, const char *letter);

// The file name that PATTERN stands for, in new memory: %p is the process's number, %q{NAME} the environment's, %% a %.  NULL where it is
// no pattern or without memory.  The program will be this process.
char *aw_tool_expand(const char *pattern);

// Programs that are linked with the static runtime know nothing of the installation; tells them.  False without memory.
bool aw_tool_name_compiler(void);

// Sets a variable; false without memory.
bool aw_tool_set(const char *name, const char *value);

#endif
