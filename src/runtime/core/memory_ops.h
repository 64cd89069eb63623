// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of words that a stream waits for or writes (CUDA Driver API, "Stream Memory Operations").
#ifndef AW_RUNTIME_CORE_MEMORY_OPS_H
#define AW_RUNTIME_CORE_MEMORY_OPS_H

#include "../../../include/anywarp/cu_launch.h"
#include "../../../include/anywarp/cu_memory_ops.h"
#include "context.h"

// The type of a node that does a batch; the runtime interface has none, and leaves its number free.
#define AW_GRAPH_NODE_MEMORY_OPS ((enum cudaGraphNodeType)CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)

// The parameters of such a node in the structure of all nodes, and back.
struct cudaGraphNodeParams aw_core_memory_ops_params(const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch);
CUDA_BATCH_MEM_OP_NODE_PARAMS aw_core_memory_ops_of(const struct cudaGraphNodeParams *params);

// AW_INVALID_VALUE; AW_NOT_SUPPORTED for flushes that the device of CONTEXT hasn't.
aw_status aw_core_memory_ops_check(const struct aw_context *context, const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch);
// Does what PARAMS, those of a node, say.
aw_status aw_core_memory_ops_submit(struct CUstream_st *stream, const struct cudaGraphNodeParams *params);
// The same for a program's stream, which may be captured; with the check.
aw_status aw_core_memory_ops_enqueue(cudaStream_t stream, const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch);

#endif
