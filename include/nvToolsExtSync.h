// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_NVTOOLSEXTSYNC_H
#define AW_NVTOOLSEXTSYNC_H

#include "nvtx3/nvToolsExtSync.h"

#endif
