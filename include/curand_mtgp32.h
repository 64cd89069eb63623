// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_MTGP32_H
#define CURAND_MTGP32_H
#include "curand_kernel.h"
#endif
