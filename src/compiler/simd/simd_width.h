// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The width of gangs.
#ifndef AW_COMPILER_SIMD_WIDTH_H
#define AW_COMPILER_SIMD_WIDTH_H

#include "../pipeline.h"

// The lanes of the gangs of COPY, a kernel's copy without calls of device functions; WARPS: it knows of warps.
uint32_t aw_simd_choose_width(const struct aw_unit *unit, LLVMValueRef copy, bool warps);

#endif
