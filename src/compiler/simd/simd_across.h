// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs whose lanes are neighbouring blocks.
#ifndef AW_COMPILER_SIMD_ACROSS_H
#define AW_COMPILER_SIMD_ACROSS_H

#include "../pipeline.h"

// Whether the threads of FUNCTION, a kernel's copy without calls of device functions, know of no others, of their block or warp.
bool aw_simd_threads_are_alone(const struct aw_unit *unit, LLVMValueRef function);
// Whether the threads of FUNCTION, a kernel's copy without calls of device functions, know of no others, so that a lane may be a block.
bool aw_simd_fits_across(const struct aw_unit *unit, LLVMValueRef function);
// Makes FUNCTION, which fits, one whose lanes are blocks of one thread in x.
void aw_simd_lay_across(struct aw_unit *unit, LLVMValueRef function);

#endif
