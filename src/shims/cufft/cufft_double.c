// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in double precision.
#define FFTW_NAME "fftw_"
#define FILE_NAME "libfftw3_threads"
#define ENGINE aw_cufft_double
#include "fftw_engine.h"
