// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics that are instructions in disguise.
#ifndef AW_COMPILER_LOWER_INTRINSICS_H
#define AW_COMPILER_LOWER_INTRINSICS_H

#include "../pipeline.h"

// Replaces a call of an EXPAND row by instructions; false when it has no such form.
bool aw_expand_intrinsic(struct aw_unit *unit, LLVMValueRef call);

// Writes the name of CALLEE's support function: its row's, or that of an arithmetic intrinsic ("aw_cpu_add_rz_f" for
// "llvm.nvvm.add.rz.f"); false when it has none.
bool aw_support_name(LLVMValueRef callee, char *support, size_t size);

#endif
