// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_UNIFORM_H
#define CURAND_UNIFORM_H
#include "curand_kernel.h"
#endif
