/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The CUDA runtime in one include: awcc reads it before every .cu file.  A CUDA compiler gets the
 * device language and the runtime's C and C++ interfaces, a host C++ compiler the interfaces, a C
 * compiler the C interface.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

/* clang names its language; programs ask for the name that nvcc gives. */
#if defined(__CUDA__) && !defined(__CUDACC__)
#define __CUDACC__ 1
#endif

#include "cuda_runtime_api.h"
#include "device_types.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_functions.h"

#if defined(__cplusplus)
#include "anywarp/device_language.h"
#include <stddef.h>

#include "channel_descriptor.h"
#include "anywarp/device_graph.h"
#include "anywarp/runtime_templates.h"
#include "anywarp/device_launch.h"
#include "anywarp/void_pointers.h"
#include "anywarp/chosen_operators.h"
#include "anywarp/device_texture.h"
#include "anywarp/device_surface.h"
/* As with nvcc, whose lambdas for both sides need it; programs have come to rely on it. */
#if defined(__CUDA__) && defined(__CUDACC_EXTENDED_LAMBDA__)
#include <functional>
#include <utility>
#endif
#endif

#endif
