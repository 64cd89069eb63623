/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Texture functions, under the name that programs include. */
#ifndef __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__

#include "cuda_runtime.h"
#include "anywarp/device_texture.h"

#endif
