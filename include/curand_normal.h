// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_NORMAL_H
#define CURAND_NORMAL_H
#include "curand_kernel.h"
#endif
