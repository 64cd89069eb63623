// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of sparse complex matrices.
#include <complex.h>

#define NUMBER double _Complex
#define PARTS 2
#define CONJUGATE(x) conj(x)
#define REAL(x) creal(x)
#define SIZE(x) cabs(x)
#define ENGINE aw_sp_complex
#include "sp_engine.h"
