// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Graph Management": executable graphs.
#include "../core/graph_exec.h"

#include "api.h"
#include "graph_skin.h"

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags)
{
	return AW_CALL(aw_core_graph_exec_create(graph, flags, NULL, pGraphExec));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags)
{
	return AW_CALL(aw_core_graph_exec_create(graph, flags, NULL, pGraphExec));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *instantiateParams)
{
	return AW_CALL(instantiateParams ? aw_core_graph_exec_create(graph, instantiateParams->flags,
	                                                             instantiateParams, pGraphExec)
	                                 : AW_INVALID_VALUE);
}

// But for the flag that brought the graph to the device, which leaves no trace in it.
static aw_status get_flags(cudaGraphExec_t exec, unsigned long long *flags)
{
	aw_status status = flags ? aw_core_graph_exec_find(exec) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*flags = exec->flags & ~(unsigned long long)cudaGraphInstantiateFlagUpload;
	return status;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags)
{
	return AW_CALL(get_flags(graphExec, flags));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream)
{
	return AW_CALL(aw_core_graph_exec_upload(graphExec, stream));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
{
	return AW_CALL(aw_core_graph_exec_launch(graphExec, stream));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec)
{
	return AW_CALL(aw_core_graph_exec_destroy(graphExec));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo *resultInfo)
{
	return AW_CALL(aw_core_graph_exec_update(hGraphExec, hGraph, resultInfo));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *nodeParams)
{
	return AW_CALL(nodeParams ? aw_api_graph_set(graphExec, node, true, nodeParams) : AW_INVALID_VALUE);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled)
{
	return AW_CALL(aw_core_graph_exec_enable(hGraphExec, hNode, isEnabled != 0));
}

static aw_status get_enabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
	bool on;
	aw_status status = enabled ? aw_core_graph_exec_enabled(exec, node, &on) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*enabled = on;
	return status;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int *isEnabled)
{
	return AW_CALL(get_enabled(hGraphExec, hNode, isEnabled));
}
