# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_cufft := 11
SHIM_LIBS_cufft := -lfftw3f_threads -lfftw3f -lfftw3_threads -lfftw3 -lm
SHIM_PACKAGE_cufft := libfftw3-dev
