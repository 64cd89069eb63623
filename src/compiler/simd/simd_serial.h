// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that the lanes of a gang run one after another: see simd_serial.c.
#ifndef AW_COMPILER_SIMD_SERIAL_H
#define AW_COMPILER_SIMD_SERIAL_H

#include "../analysis/uniformity.h"
#include "simd.h"

// Makes a function of a loop of SIMD's function, the code of one thread in normal form, that is quicker lane by lane; false: there is none.
// U, what is known of the function, isn't true any more then.
bool aw_simd_take_serial(struct aw_simd *simd, const struct aw_uniformity *u);

// Whether FUNCTION is one of these: it is called lane by lane, and asks nothing of its thread.
bool aw_simd_is_serial(LLVMValueRef function);

// Puts their bodies where SIMD's function, the code of a gang now, calls them.
bool aw_simd_inline_serial(struct aw_simd *simd);

// Removes those that nobody calls.
void aw_simd_drop_serial(struct aw_unit *unit);

#endif
