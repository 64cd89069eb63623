// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Stream Memory Operations", and their nodes of graphs.
#include "../core/memory_ops.h"

#include "cu_result.h"
#include "graph_skin.h"

static aw_status enqueue(CUstream stream, unsigned count, CUstreamBatchMemOpParams *ops, unsigned flags)
{
	CUDA_BATCH_MEM_OP_NODE_PARAMS batch = { NULL, count, ops, flags };
	return aw_core_memory_ops_enqueue(stream, &batch);
}

// Waits and writes have one layout.
static aw_status enqueue_one(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr address, uint64_t value, unsigned flags)
{
	CUstreamBatchMemOpParams op = { .waitValue = { .operation = type, .address = address, .value64 = value, .flags = flags } };
	return enqueue(stream, 1, &op, 0);
}

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(enqueue_one(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, addr, value, flags));
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(enqueue_one(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, addr, value, flags));
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(enqueue_one(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, addr, value, flags));
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(enqueue_one(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, addr, value, flags));
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(enqueue(stream, count, paramArray, flags));
}

// --- nodes ---

// What GIVEN asks for on the device of its context.
static aw_status make_request(const CUDA_BATCH_MEM_OP_NODE_PARAMS *given, struct cudaGraphNodeParams *params,
                              struct aw_work_request *request)
{
	struct CUctx_st *found;
	if (!given)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_current_find(given->ctx, &found);
	if (status != AW_OK)
		return status;
	*params = aw_core_memory_ops_params(given);
	*request = (struct aw_work_request){ .params = params, .context = found->context };
	return AW_OK;
}

static aw_status add(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                     const CUDA_BATCH_MEM_OP_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params;
	struct aw_work_request request;
	aw_status status = make_request(given, &params, &request);
	return status == AW_OK ? aw_core_graph_add(graph, after, NULL, count, &request, node) : status;
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies,
                                  const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(add(phGraphNode, hGraph, dependencies, numDependencies, nodeParams));
}

static aw_status get(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *found)
{
	struct cudaGraphNodeParams params;
	aw_status status = found ? aw_api_graph_params(node, AW_GRAPH_NODE_MEMORY_OPS, &params) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*found = aw_core_memory_ops_of(&params);
	return status;
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out)
{
	return AW_CU_CALL(get(hNode, nodeParams_out));
}

static aw_status set(CUgraphExec exec, CUgraphNode node, bool of_exec, const CUDA_BATCH_MEM_OP_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params;
	struct aw_work_request request;
	aw_status status = make_request(given, &params, &request);
	if (status != AW_OK)
		return status;
	return of_exec ? aw_core_graph_exec_set(exec, node, &request) : aw_core_graph_set(node, &request);
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(set(NULL, hNode, false, nodeParams));
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(set(hGraphExec, hNode, true, nodeParams));
}
