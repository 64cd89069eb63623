// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tools that have awcc do their work: inputs as files of a folder of their own, whose names say what they are, and awcc's messages
// with the user's names for them.
#ifndef AW_TOOLS_TOOL_COMPILER_H
#define AW_TOOLS_TOOL_COMPILER_H

#include "../base/str.h"
#include "tool_line.h"

struct aw_tool_input {
	const char *name; // the user's
	char *path;
};

struct aw_tool_compiler {
	const struct aw_tool_syntax *syntax;
	char *folder; // goes away when the process ends
	AW_VEC(char *) words; // of the command
	AW_VEC(struct aw_tool_input) inputs;
};

// The number of an architecture's name, sm_NN, compute_NN or lto_NN, such as 90 of "sm_90a"; 0 for what is none.
int aw_tool_compiler_arch(const char *name);

// Begins a command with the awcc beside this tool.
void aw_tool_compiler_start(struct aw_tool_compiler *compiler, const struct aw_tool_syntax *syntax);

// Adds a word, made by printf.
void aw_tool_compiler_add(struct aw_tool_compiler *compiler, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The path of a new file in the folder that has SIZE bytes of DATA, which the user calls NAME; its name ends with SUFFIX.
const char *aw_tool_compiler_input(struct aw_tool_compiler *compiler, const char *name, const void *data, size_t size, const char *suffix);

// Runs the command and appends its messages, a line each, to MESSAGES.  False when it failed.
bool aw_tool_compiler_run(struct aw_tool_compiler *compiler, struct aw_str *messages);

// Writes the file MADE, one of our fat binaries, to PATH as one of CUDA's format, which NVIDIA's driver loads, too; ARCH is an
// architecture's name.  False when PATH can't be written.
bool aw_tool_compiler_write(const struct aw_tool_compiler *compiler, const char *made, const char *arch, const char *path);

#endif
