// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CURAND_MRG32K3A_H
#define CURAND_MRG32K3A_H
#include "curand_kernel.h"
#endif
