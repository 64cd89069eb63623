// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kinds of floating-point numbers a value may be.
#ifndef AW_COMPILER_ANALYSIS_FLOAT_CLASSES_H
#define AW_COMPILER_ANALYSIS_FLOAT_CLASSES_H

#include "../llvm.h"

// In the order of numbers, with what is none first.
enum aw_float_class {
	AW_FLOAT_NAN = 1,
	AW_FLOAT_NEGATIVE = 2, // below -0
	AW_FLOAT_MINUS_ZERO = 4,
	AW_FLOAT_PLUS_ZERO = 8,
	AW_FLOAT_POSITIVE = 16, // above 0
	AW_FLOAT_ALL = 31,
};

// Those of VALUE, a float or double or a vector of them: of any lane that isn't undefined.  llvm.maxnum and llvm.minnum are taken for
// CUDA's fmax and fmin, for which -0 is less than +0.
unsigned aw_float_classes(LLVMValueRef value);

#endif
