// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of sparse real matrices.
#define NUMBER double
#define PARTS 1
#define CONJUGATE(x) (x)
#define REAL(x) (x)
#define SIZE(x) fabs(x)
#define ENGINE aw_sp_real
#include "sp_engine.h"
