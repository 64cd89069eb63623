// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_LOGNORMAL_H
#define CURAND_LOGNORMAL_H
#include "curand_kernel.h"
#endif
