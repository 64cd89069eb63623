// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs whose lanes are neighbours along y.
#ifndef AW_COMPILER_SIMD_TURNED_H
#define AW_COMPILER_SIMD_TURNED_H

#include "../pipeline.h"

// Whether FUNCTION, a kernel's copy without calls of device functions, goes along memory with y and not with x, and its threads know of no
// others.
bool aw_simd_wants_turned(const struct aw_unit *unit, LLVMValueRef function);
// Lets x and y of FUNCTION's threads, blocks and grid change places.
void aw_simd_turn(struct aw_unit *unit, LLVMValueRef function);

#endif
