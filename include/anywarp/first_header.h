// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that awcc compiles to have what comes in front of each CUDA source, cuda_runtime.h, ready for the next ones.  It holds
// nothing itself.
