// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command lines of clang and of the host compiler, without inputs and outputs.
#ifndef AW_AWCC_FLAGS_H
#define AW_AWCC_FLAGS_H

#include "arch.h"
#include "machine.h"
#include "options.h"
#include "paths.h"

// What all command lines of one call follow from.
struct aw_flags_source {
	const struct aw_options *options;
	const struct aw_paths *paths;
	const struct aw_arch *arch;
	const char *host_compiler; // -ccbin's program, or clang
	bool host_is_clang;
	struct aw_words wrapped; // flags that it adds when it calls a compiler itself (host_wrapper.h)
	const struct aw_machine *machine; // what the program is made for; NULL: this machine
	const char *lib;                  // its libraries of ours
	bool rdc;
};

// Program and flags of the front end for the device half of CUDA code.
void aw_flags_device(const struct aw_flags_source *source, struct aw_words *command);
// For the host half.
void aw_flags_host(const struct aw_flags_source *source, struct aw_words *command);
// For a file without CUDA code.  LANGUAGE is the argument of -x, or NULL.
void aw_flags_plain(const struct aw_flags_source *source, const char *language, struct aw_words *command);
// For linking: program, flags, and what comes after the object files.
void aw_flags_link_head(const struct aw_flags_source *source, struct aw_words *command);
void aw_flags_link_tail(const struct aw_flags_source *source, struct aw_words *command);
// Whether LIBRARY, as -l names it, is one of those of the toolkit that one library here stands for.
bool aw_flags_is_runtime(const char *library);

#endif
