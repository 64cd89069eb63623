// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of NVVM IR in the language of today's LLVM.
#ifndef AW_COMPILER_NVVM_NVVM_TEXT_H
#define AW_COMPILER_NVVM_NVVM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "../../base/str.h"

// Whether DATA begins like a module of LLVM assembly.
bool aw_nvvm_is_text(const char *data, size_t size);

// Appends TEXT to OUT with opaque pointers.  Lines stay where they are.
void aw_nvvm_make_opaque(const char *text, size_t size, struct aw_str *out);

#endif
