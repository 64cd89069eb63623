// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said of an edge of a graph has one layout in both interfaces.
#ifndef AW_RUNTIME_API_CU_EDGES_H
#define AW_RUNTIME_API_CU_EDGES_H

#include "cu_result.h"

_Static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData), "");

static inline const cudaGraphEdgeData *aw_api_edge_data(const CUgraphEdgeData *data)
{
	return (const cudaGraphEdgeData *)data;
}

#endif
