// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An address, or an integer, as a sum: a base, some values times constants, and a constant.  It is what the program
// means, not what holds for all numbers: widening is taken not to wrap.  So it is for choices that are right either way.
#ifndef AW_COMPILER_ANALYSIS_LINEAR_FORM_H
#define AW_COMPILER_ANALYSIS_LINEAR_FORM_H

#include "../llvm.h"

enum { AW_LINEAR_TERMS = 12 };

struct aw_linear_form {
	LLVMValueRef base; // of an address: what its geps begin with
	int64_t constant;
	unsigned count;
	struct aw_linear_term {
		LLVMValueRef value;
		int64_t factor; // never 0
	} terms[AW_LINEAR_TERMS];
	bool known; // false: it has too many terms
};

void aw_linear_form_of(LLVMModuleRef module, LLVMValueRef value, struct aw_linear_form *form);

// Whether A and B are the same pointer, or are read from the same place, as far as that is told by its address.
bool aw_linear_form_same_pointer(LLVMModuleRef module, LLVMValueRef a, LLVMValueRef b);

// A - B, without a base.
void aw_linear_form_subtract(const struct aw_linear_form *a, const struct aw_linear_form *b, struct aw_linear_form *form);

#endif
