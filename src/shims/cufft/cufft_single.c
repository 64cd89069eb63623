// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in single precision.
#define FFTW_NAME "fftwf_"
#define FILE_NAME "libfftw3f_threads"
#define ENGINE aw_cufft_single
#include "fftw_engine.h"
