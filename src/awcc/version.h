// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Anywarp's version, and that of the CUDA toolkit whose interfaces it offers.
#ifndef AW_AWCC_VERSION_H
#define AW_AWCC_VERSION_H

#define AW_VERSION "0.1"

#define AW_CUDA_MAJOR 12
#define AW_CUDA_MINOR 6
#define AW_CUDA_BUILD 85

#endif
