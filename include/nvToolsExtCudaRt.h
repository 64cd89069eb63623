// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_NVTOOLSEXTCUDART_H
#define AW_NVTOOLSEXTCUDART_H

#include "nvtx3/nvToolsExtCudaRt.h"

#endif
