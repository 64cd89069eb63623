// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and sums that become one operation with one rounding.
#ifndef AW_COMPILER_FUSE_PRODUCTS_H
#define AW_COMPILER_FUSE_PRODUCTS_H

#include "../pipeline.h"

// Fuses products of FUNCTION, which is optimised scalar code, with the sums that they are added to, where both may be; from then on no
// others may.  Whether there was anything to do.
bool aw_fuse_products(struct aw_unit *unit, LLVMValueRef function);

#endif
