// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_DEVLIB_CPU_SUPPORT_REDUCE_H
#define AW_DEVLIB_CPU_SUPPORT_REDUCE_H

#include "../../fatbin/tensor_abi.h"
#include "support.h"

// Brings BYTES of VALUES, elements of TYPE (tensor_abi.h), into those at MEMORY, each by one atomic operation that orders nothing.
void aw_cpu_reduce_elements(char *memory, const char *values, uint32_t bytes, enum aw_tensor_reduction reduction, uint32_t type);

#endif
