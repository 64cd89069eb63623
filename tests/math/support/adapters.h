// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device library seen from C, and adapters that make one function out of each result of those
// that have several.
#ifndef AW_TESTS_MATH_ADAPTERS_H
#define AW_TESTS_MATH_ADAPTERS_H

#define __DEVICE__ extern
#include <__clang_cuda_libdevice_declares.h>

#endif
