// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers in kernels (cuRAND Library Programming Guide, "Device API Overview").  Code for the host
// sees the types of the states only.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "anywarp/curand_states.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include "anywarp/curand_generators.h"

#include "anywarp/curand_distributions.h"

#include "anywarp/curand_discrete_numbers.h"
#undef AW_CURAND
#endif

#endif
