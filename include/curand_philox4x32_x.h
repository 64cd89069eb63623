// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_PHILOX4X32_X_H
#define CURAND_PHILOX4X32_X_H
#include "curand_kernel.h"
#endif
