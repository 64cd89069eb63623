// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_POISSON_H
#define CURAND_POISSON_H
#include "curand_kernel.h"
#endif
