// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of awcc, for the shims of compilers: each in a folder of its own.
#ifndef AW_SHIMS_SHIM_COMPILER_H
#define AW_SHIMS_SHIM_COMPILER_H

#include <limits.h>

#include "shim_text.h"

// Begins a command with awcc, the one beside this library, or beside the compiler's in LD_LIBRARY_PATH, or that of PATH, which
// makes a file in FOLDER.  false: out of memory.
bool aw_shim_compiler_begin(aw_shim_words *words, const char *folder);

// The same with TOOL, another program beside awcc that takes -o.
bool aw_shim_compiler_begin_tool(aw_shim_words *words, const char *tool, const char *folder);

// Runs the command.  What it says goes to MESSAGES, whose bytes stay NULL when that can't be read.  The exit code, or -1 when it can't
// be started.
int aw_shim_compiler_run(const aw_shim_words *words, const char *folder, aw_shim_text *messages);

// Reads the file that it made.
bool aw_shim_compiler_read(aw_shim_text *output, const char *folder);

// A new folder for the files of NAME ("nvrtc").  false: there is no place for one.
bool aw_shim_folder_make(char folder[PATH_MAX], const char *name);
void aw_shim_folder_remove(const char *folder);

#endif
