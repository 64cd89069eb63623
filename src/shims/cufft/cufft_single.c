// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in single precision.
#define FFTW(name) fftwf_##name
#define ENGINE aw_cufft_single
#include "fftw_engine.h"
