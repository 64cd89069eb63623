// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions as straight code (simd_asserts.c).
#ifndef AW_COMPILER_SIMD_ASSERTS_H
#define AW_COMPILER_SIMD_ASSERTS_H

#include "simd.h"

// Makes calls of FUNCTION's branches to what ends the launch; whether there were any.
bool aw_simd_straighten_asserts(struct aw_unit *unit, LLVMValueRef function);
// Whether INSTRUCTION is such a call, of a thread or of a gang.
bool aw_simd_is_assert(LLVMValueRef instruction);
// The gang's call for a thread's, CALL, where FAILED is what lanes of MASK ask.
void aw_simd_assert(struct aw_simd *simd, LLVMValueRef call, struct aw_simd_value failed, LLVMValueRef mask);
// Makes branches of a gang's calls in FUNCTION again.
void aw_simd_expand_asserts(struct aw_unit *unit, LLVMValueRef function);

#endif
