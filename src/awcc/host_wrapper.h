// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -ccbin may name a program that calls a compiler with flags of its own, above all mpicxx.  CUDA code goes to clang all the same,
// which is given the header paths and macros that such a program adds.
#ifndef AW_AWCC_HOST_WRAPPER_H
#define AW_AWCC_HOST_WRAPPER_H

#include "text.h"

// Adds -I, -isystem and -D of COMPILER to FLAGS when it is none that is known by its name.
void aw_host_wrapper_flags(const char *compiler, struct aw_words *flags);

#endif
