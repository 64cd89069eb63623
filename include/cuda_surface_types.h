/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Texture and surface references, under the name that programs include. */
#ifndef __CUDA_SURFACE_TYPES_H__
#define __CUDA_SURFACE_TYPES_H__

#include "cuda_runtime.h"
#include "anywarp/texture_reference.h"

#endif
