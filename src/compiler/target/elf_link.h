// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one relocatable object to a shared object that dlopen takes.
#ifndef AW_COMPILER_ELF_LINK_H
#define AW_COMPILER_ELF_LINK_H

#include "../../base/status.h"
#include "../../base/str.h"

// Links OBJECT (SIZE bytes of ELF) and appends the shared object to IMAGE.
aw_status aw_elf_link(const void *object, size_t size, struct aw_str *image);

#endif
