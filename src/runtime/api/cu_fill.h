// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills as the driver interface tells them: as a node's own type, and as one of all types of nodes.
#ifndef AW_RUNTIME_API_CU_FILL_H
#define AW_RUNTIME_API_CU_FILL_H

#include "cu_result.h"

static inline CUDA_MEMSET_NODE_PARAMS aw_api_fill_of(const CUgraphNodeParams *given)
{
	return (CUDA_MEMSET_NODE_PARAMS){ given->memset.dst,         given->memset.pitch, given->memset.value,
		                          given->memset.elementSize, given->memset.width, given->memset.height };
}

#endif
