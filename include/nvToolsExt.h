// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX under the name of its second version, which needed a library; here that is an empty archive (libnvToolsExt.a).
#ifndef AW_NVTOOLSEXT_H
#define AW_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif
