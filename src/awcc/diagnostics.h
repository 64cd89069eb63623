// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of the two passes over one CUDA file.  Both halves read the whole source, so most
// messages come twice; each is shown once, in the order in which they are added.
#ifndef AW_AWCC_DIAGNOSTICS_H
#define AW_AWCC_DIAGNOSTICS_H

#include <stdbool.h>

#include "../base/map.h"
#include "../base/str.h"

struct aw_diagnostics {
	struct aw_map seen; // first lines of messages, with the pass that gave them
	unsigned passes;    // added so far
	unsigned errors;    // shown so far
};

#define AW_DIAGNOSTICS { .seen = AW_MAP_OF_STRINGS }

// Shows the messages in TEXT, what clang wrote to stderr in one pass, but those that an earlier pass
// gave and clang's own counts; appends them to OUTPUT.
void aw_diagnostics_add(struct aw_diagnostics *diagnostics, const char *text, struct aw_str *output);

// One message, with its context, source lines and notes.
struct aw_message {
	const char *begin, *end;
	const char *head; // its first line proper, without colours, of the pool; NULL: it is none
};

// The next message in *TEXT, but clang's counts; *TEXT is the place behind it.  False at the end.
bool aw_diagnostics_next_message(const char **text, struct aw_message *message);

// The next line at *TEXT, without colours, of the pool; NULL at the end.  *TEXT is the place behind it.
const char *aw_diagnostics_next_line(const char **text);

// Whether TEXT has errors, and all its messages are of the file SOURCE alone and of kinds for which clang looks for no other names, or it
// has found none like the undeclared one, of which HEADERS_NAME(USER, NAME) says that no header has it.
bool aw_diagnostics_are_of(const char *source, const char *text, bool (*headers_name)(const void *user, const char *name),
                           const void *user);

// Whether the only errors in TEXT are calls of host functions in functions for host and device, which nvcc warns of.  With constexpr
// functions for both sides (RELAXED) it says nothing of these where they name variables of the host, and clang doesn't tell which they are.
bool aw_diagnostics_are_host_calls(const char *text, bool relaxed);
// Whether ERROR is of a call of a host function in one for the device alone; REST are the lines behind it.
bool aw_diagnostics_is_device_call(const char *error, const char *rest);
// TEXT with its errors as warnings; to be freed, NULL without memory.
char *aw_diagnostics_soften(const char *text);

// nvcc's last line, when there were errors in the source file NAME.
void aw_diagnostics_finish(struct aw_diagnostics *diagnostics, const char *name, struct aw_str *output);

#endif
