// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in double precision.
#define FFTW(name) fftw_##name
#define ENGINE aw_cufft_double
#include "fftw_engine.h"
