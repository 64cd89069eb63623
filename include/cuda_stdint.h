/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A name of before C99 was everywhere. */
#ifndef __CUDA_STDINT_H__
#define __CUDA_STDINT_H__
#include <stdint.h>
#endif
