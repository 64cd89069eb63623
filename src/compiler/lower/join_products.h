// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_LOWER_JOIN_PRODUCTS_H
#define AW_COMPILER_LOWER_JOIN_PRODUCTS_H

#include "../pipeline.h"

// The most words of a lane that a call takes.
enum { AW_JOINED_WORDS = 320 };

// Whether FUNCTION multiplies matrices of warps.
bool aw_has_products(LLVMValueRef function);
// Joins its products, when it has become scalar code without calls; whether there were some to join.
bool aw_join_products(struct aw_unit *unit, LLVMValueRef function);

#endif
