// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine that a program is made for, when it isn't this one.  As with nvcc, -ccbin says it by naming a cross compiler
// ("aarch64-linux-gnu-g++"), or -target-dir by naming the folder of its libraries below targets/.
#ifndef AW_AWCC_MACHINE_H
#define AW_AWCC_MACHINE_H

#include "options.h"

struct aw_machine {
	const char *name;      // how triples begin
	const char *triple;    // for clang
	const char *directory; // below targets/
	const char *cpu;       // the CPU level that code is made for unless -Xanywarp --cpu-arch says otherwise
	bool unsigned_char;    // plain char has no sign
};

// *MACHINE is NULL for this machine.  HOST_COMPILER is -ccbin's program or NULL.  False when the options name something
// that there is no runtime for; the user has been told.
bool aw_machine_find(const struct aw_options *options, const char *host_compiler, const struct aw_machine **machine);

#endif
