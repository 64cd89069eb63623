// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference functions that MPFR lacks, from its own by their definitions, with enough extra bits that
// cancellation doesn't reach the precision of the result.
#ifndef AW_TESTS_MATH_REFERENCE_H
#define AW_TESTS_MATH_REFERENCE_H

#include <mpfr.h>

#endif
