// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of floating-point numbers from the operations that make them.
#ifndef AW_COMPILER_ANALYSIS_FLOAT_BOUNDS_H
#define AW_COMPILER_ANALYSIS_FLOAT_BOUNDS_H

#include "../llvm.h"

// A number is in [low, high], whose ends may be infinite, or, only where `nan` says so, it is none.
struct aw_float_bounds {
	double low, high;
	bool nan;
};

// Of VALUE, a scalar of any floating-point type, in any lane, also one that doesn't take part.
struct aw_float_bounds aw_float_bounds(LLVMValueRef value);

#endif
