// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_DISCRETE_H
#define CURAND_DISCRETE_H
#include "curand_kernel.h"
#endif
