// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_NVTOOLSEXTCUDA_H
#define AW_NVTOOLSEXTCUDA_H

#include "nvtx3/nvToolsExtCuda.h"

#endif
