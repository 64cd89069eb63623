// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What -arch, -code and -gencode ask for.
#ifndef AW_AWCC_ARCH_H
#define AW_AWCC_ARCH_H

#include "options.h"

struct aw_arch {
	int number;             // the value of __CUDA_ARCH__, such as 520
	char feature;           // 'a' or 'f' of sm_90a, or 0
	struct aw_words macros; // -D__CUDA_ARCH_LIST__=... and the feature's, for all passes
	struct aw_words ptx_targets; // what PTX is made for, the highest first: "compute_52", or "sm_52" for that family alone
};

// Reads the three options; false when they are wrong, and the user has been told.
//
// Code is compiled once for all targets, so there is one __CUDA_ARCH__: of the architectures asked
// for it is the highest, which is what a device newer than all of them would run.
bool aw_arch_read(const struct aw_options *options, struct aw_arch *arch);
void aw_arch_finish(struct aw_arch *arch);

// --list-gpu-code and --list-gpu-arch; with both, in the form of --generate-code.
void aw_arch_print_list(bool codes, bool arches);

// The names that --help has for an option, as nvcc's writes them ('compute_50', …), in which programs' build systems look for what a
// compiler knows: those of CUDA 12.6, though others are taken, too.
void aw_arch_add_names(struct aw_str *out);

#endif
