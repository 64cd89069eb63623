// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's public interface with the visibility of what it defines, and AW_CALL.
#ifndef AW_RUNTIME_API_API_H
#define AW_RUNTIME_API_API_H

#pragma GCC visibility push(default)
#include "../../../include/cuda_runtime_api.h"
#pragma GCC visibility pop

#include "api_result.h"

#endif
