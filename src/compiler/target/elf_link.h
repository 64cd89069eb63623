// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one relocatable object to a shared object that dlopen takes.
#ifndef AW_COMPILER_ELF_LINK_H
#define AW_COMPILER_ELF_LINK_H

#include "../../base/status.h"
#include "../../base/str.h"

enum aw_machine { AW_MACHINE_X86_64, AW_MACHINE_AARCH64 };

// Links OBJECT (SIZE bytes of ELF for MACHINE) and appends the shared object to IMAGE.
aw_status aw_elf_link(enum aw_machine machine, const void *object, size_t size, struct aw_str *image);

#endif
