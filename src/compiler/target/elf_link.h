// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From relocatable objects to a shared object that dlopen takes.
#ifndef AW_COMPILER_ELF_LINK_H
#define AW_COMPILER_ELF_LINK_H

#include "../../base/status.h"
#include "../../base/str.h"

enum aw_machine { AW_MACHINE_X86_64, AW_MACHINE_AARCH64 };

struct aw_code;

// Links the objects of CODE, ELF for MACHINE, and appends the shared object to IMAGE.
aw_status aw_elf_link(enum aw_machine machine, const struct aw_code *code, struct aw_str *image);

#endif
