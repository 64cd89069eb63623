/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Surface functions, under the name that programs include. */
#ifndef __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__

#include "cuda_runtime.h"
#include "anywarp/device_surface.h"

#endif
