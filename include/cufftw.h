/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * FFTW's interface to host programs (cuFFT API Reference, "FFTW Interface to cuFFT"): it is FFTW's own here, whose header and
 * libraries come with the package libfftw3-dev and are under the GNU General Public License. */
#ifndef CUFFTW_H_
#define CUFFTW_H_
#define _CUFFTW_H_

#include <fftw3.h>

#endif
